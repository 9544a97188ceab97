/** What stands over what compaction put in the place of older messages, in English, wherever a person reads it. */
export const SUMMARY_WORDS: string = 'Summary of earlier messages'
