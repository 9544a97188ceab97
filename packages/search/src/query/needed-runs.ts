/** The runs of plain characters, and of signs of Han script, that a folded text holds and every match of it shows as bytes. */
export function* neededRuns(folded: string): Generator<string> {
  for (const [run] of folded.matchAll(RUNS)) if (run.length > 1 || run > '\u007f') yield run
}

// Composition makes none of them from anything that is written otherwise, but for what the line filter knows as
// disguised, and JSON writes them as they are: so neither quotes nor slashes, and neither ` nor ; which have doubles.
const RUNS = /[a-z0-9 !#$%&'()*+,\-.:<=>?@[\]^_{|}~]+|[\u3400-\u4dbf\u4e00-\u9fff]+/g
