import * as z from 'zod/mini';

/**
 * A setting that is a folder. Only a shell replaces ~ and $, and a container's file of settings keeps quotation marks: the shop would open an
 * empty folder of that name.
 */
export const folderPath = z.string().check(
  z.refine((typed) => !/^~(?:\/|$)|\$|^["'`“”„‘’«]|["'`“”’»]$|:\/\//.test(typed), {
    error: 'must be the path of a folder, like /srv/shop/data, without ~, $ and quotation marks',
  }),
);
