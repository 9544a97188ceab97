/** A map that holds so many entries, the most recently set: a simulator may run for long. */
export class BoundedMap<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    this.delete(key)
    super.set(key, value)
    const [oldest] = this.size > CAPACITY ? this.keys() : []
    if (oldest !== undefined) this.delete(oldest)
    return this
  }
}

const CAPACITY = 100_000
