import pg from 'pg';

const { builtins } = pg.types;

/**
 * Values of columns in JavaScript: bigint as BigInt (money is bigint), date as 'YYYY-MM-DD' (a date has no time zone), numeric as
 * text; timestamptz as Date and json parsed, as `pg` does by default.
 */
export const parseColumns: pg.CustomTypesConfig = {
  getTypeParser(type, format) {
    if (format !== 'binary') {
      if (type === builtins.INT8) return BigInt;
      if (type === builtins.DATE) return String;
    }
    return pg.types.getTypeParser(type, format) as (value: string | Buffer) => unknown;
  },
};
