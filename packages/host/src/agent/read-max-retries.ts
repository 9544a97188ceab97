/** How often a failed request is tried again, as CLAUDE_CODE_MAX_RETRIES says; undefined for the engine's own number. */
export function readMaxRetries(env: Environment): number | undefined {
  const value = env.CLAUDE_CODE_MAX_RETRIES
  return value !== undefined && WHOLE_NUMBER.test(value) ? Number(value) : undefined
}

/** What is wrong with the variable, for a person. */
export function describeMaxRetries(env: Environment): readonly string[] {
  const value = env.CLAUDE_CODE_MAX_RETRIES
  if (!value || WHOLE_NUMBER.test(value)) return []
  return [`CLAUDE_CODE_MAX_RETRIES is "${value}", which is no whole number: it was ignored.`]
}

type Environment = Readonly<Record<string, string | undefined>>

const WHOLE_NUMBER = /^\d{1,9}$/
