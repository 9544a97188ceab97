/** The fields that a request brings, each of any kind: texts of its address, or its body, null where that is no object. */
export type Asked = Readonly<Record<string, unknown>> | null

/** Makes the question of a request; what cannot be made one is told in words for a person. */
export type ReadQuestion<Question> = (asked: Asked) => Question | Misread

/** What is wrong with a request, in words for a person. */
export type Misread = { readonly [WORDS]: string }

// What a person sends may have fields of any name.
const WORDS: unique symbol = Symbol('words')

export function misread(words: string): Misread {
  return { [WORDS]: words }
}

export function isMisread(value: unknown): value is Misread {
  return typeof value === 'object' && value !== null && WORDS in value
}

export function wordsOf(read: Misread): string {
  return read[WORDS]
}

/** Reads a field; undefined leaves it out. */
export type ReadField<T> = (value: unknown) => T | Misread

/** One for every field that a question may have. */
export type FieldReaders<Question> = {
  readonly [Name in keyof Question]-?: ReadField<
    object extends Pick<Question, Name> ? Question[Name] | undefined : Question[Name]
  >
}

/** Reads each field of a question by its own reader, and nothing else. */
export function readQuestionFields<Question extends object>(
  fields: FieldReaders<NoInfer<Question>>,
): ReadQuestion<Question> {
  const readers = Object.entries<ReadField<unknown>>({ ...fields })
  return asked => {
    const pairs: [string, unknown][] = []
    for (const [name, read] of readers) {
      const value = read(asked?.[name])
      if (isMisread(value)) return value
      if (value !== undefined) pairs.push([name, value])
    }
    // Each field is what its reader made of it.
    return Object.fromEntries(pairs) as Question
  }
}

/** A text; empty where none is given, which names nothing. */
export function readTextField(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function readOptionalTextField(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A position of a log, or where none is given, none. */
export function readOptionalPosition(value: unknown): number | undefined | Misread {
  if (value === undefined) return undefined
  const position = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN
  return Number.isSafeInteger(position) ? position : misread('A position is a whole number.')
}

/** A position of a log, which has to be given. */
export function readPosition(value: unknown): number | Misread {
  return readOptionalPosition(value ?? '') ?? 0
}
