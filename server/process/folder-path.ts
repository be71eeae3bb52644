import * as z from 'zod/mini';

/**
 * The schema of a setting that is a folder. Rejects ~, $ and quotation marks, which only a shell replaces: with them the shop
 * would use an empty folder of that name.
 */
export const folderPath = z.string().check(
  z.refine((typed) => !/^~(?:\/|$)|\$|^["'`“”„‘’«]|["'`“”’»]$|:\/\//.test(typed), {
    error: 'must be the path of a folder, like /srv/shop/data, without ~, $ or quotation marks',
  }),
);
