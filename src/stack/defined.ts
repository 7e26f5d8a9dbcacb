type Optional<T> = { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };
type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };

/** The fields that have a value: absent values are absent keys, as JSON and `exactOptionalPropertyTypes` want them. */
export function defined<T extends object>(fields: T): Optional<T> & Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Optional<T> &
    Present<T>;
}
