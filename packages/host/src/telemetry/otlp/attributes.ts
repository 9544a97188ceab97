/** What is said of a span, a measurement or an event. A `double` stays one where it happens to be whole. */
export type AttributeValue = string | number | boolean | { readonly double: number } | readonly string[]

export type Attributes = Readonly<Record<string, AttributeValue | undefined>>

/** Attributes in the JSON form of OTLP: 64-bit numbers are texts there; what is undefined is not said. */
export function encodeAttributes(attributes: Attributes): readonly object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: encodeValue(value) }],
  )
}

function encodeValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  if ('double' in value) return { doubleValue: value.double }
  return { arrayValue: { values: value.map(text => ({ stringValue: text })) } }
}

/** Who tells it, and by which code. */
export type OtlpSource = { readonly attributes: Attributes; readonly version: string }

/** The resource and the scope that every message of OTLP begins with. */
export function encodeResource({ attributes }: OtlpSource): object {
  return { attributes: encodeAttributes(attributes) }
}

export function encodeScope({ version }: OtlpSource): object {
  return { name: 'antiphon', version }
}

/** Milliseconds of the epoch, parts of them included, as OTLP has times. */
export function toNanoseconds(ms: number): string {
  const whole = Math.floor(ms)
  return `${BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1_000_000))}`
}
