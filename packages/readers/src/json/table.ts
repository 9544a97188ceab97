/** What is known by ids that come from files: `constructor` must find nothing that objects inherit, and `__proto__` is a name as any other. */
export type Table<Value> = Record<string, Value>

export function createTable<Value>(): Table<Value> {
  return Object.create(null) as Table<Value>
}

/** The objects of a state as tables: it may come from JSON, which makes common ones. */
export function toTables<State extends object>(state: State): State {
  for (const value of Object.values(state))
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      Object.setPrototypeOf(value, null)
  return state
}
