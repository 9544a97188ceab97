/** The prompt that the bench's model answers with a call that reads the note. */
export const READ_PROMPT = 'What does the note say?'
