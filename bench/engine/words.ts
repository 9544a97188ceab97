/** The prompt that the bench's model answers with a call that reads the note. */
export const READ_PROMPT = 'What does the note say?'

/** The prompt that it answers at length: this many pieces of a text. */
export const LONG_PROMPT = 'Tell me all of it.'
export const LONG_ANSWER_PIECES = 10_000
