/**
 * Makes a function that computes the value of a key once. For schemas, which take milliseconds to build.
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
