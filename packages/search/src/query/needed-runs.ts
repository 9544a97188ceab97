/** The runs of plain letters and digits, and of signs of Han script, that a folded text holds and every match of it shows as bytes. */
export function* neededRuns(folded: string): Generator<string> {
  for (const [run] of folded.matchAll(RUNS)) if (run.length > 1 || run > '\u007f') yield run
}

// Composition makes neither from anything that is written otherwise, but for what the line filter knows as disguised.
const RUNS = /[a-z0-9]+|[\u3400-\u4dbf\u4e00-\u9fff]+/g
