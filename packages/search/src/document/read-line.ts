import { decodeEntries } from './decode-entries.ts'
import type { LineFile } from './line-file.ts'
import { readDocument } from './read-document.ts'
import type { SearchDocument } from './search-document.ts'

/** The documents of one line of a log. */
export function readLine(line: Buffer, file: LineFile): readonly SearchDocument[] {
  const documents: SearchDocument[] = []
  for (const entry of decodeEntries(line)) {
    const document = readDocument(entry, file)
    if (document) documents.push(document)
  }
  return documents
}
