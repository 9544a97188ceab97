import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The prompt that the bench's model answers with a call. */
export const READ_PROMPT = 'What does the note say?'

/** What that call reads; there is no such file, so that nothing but the loop is measured. */
export const NOTE: string = join(tmpdir(), 'antiphon-bench-no-such-note.txt')
