/** The vocabulary: every message, its guards and its factories. */

/** The model's view, and the contract that it keeps. */
export * from './api/index.ts'
/** What a person attaches to a prompt. */
export * from './context/index.ts'
/** The stored format: entries, lines, conversations. */
export * from './log/index.ts'
export * from './message/index.ts'
/** The Messages API's stream, as messages. */
export * from './model-stream/index.ts'
/** The person's view. */
export * from './ui/index.ts'
/** The program's view. */
export * from './wire/index.ts'
