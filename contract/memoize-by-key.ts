/**
 * Computes a value at the first call for each key and returns the same one later: building a schema takes milliseconds.
 * @__NO_SIDE_EFFECTS__
 */
export function memoizeByKey<Key extends object, Value extends object>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}
