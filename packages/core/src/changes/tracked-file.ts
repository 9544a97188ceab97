import { diffLines } from '../patch/diff-lines.ts'
import { splitLines } from '../patch/structured-patch.ts'

/** A file's lines, and who made or removed each: so that a difference over many edits can be told from whom it came. */
export interface TrackedFile {
  /** Makes it say this; `maker` is undefined for what happened between the calls. */
  change(text: string, maker: string | undefined): void
  first(): string
  text(): string
  /** Who wrote a line that stands there now, by its number from 0. */
  makerOf(line: number): string | undefined
  /** Who removed a line of the first text, by its number from 0. */
  removerOf(line: number): string | undefined
}

/** Begins with a text that nobody here made. */
export function createTrackedFile(first: string): TrackedFile {
  const removers = new Map<number, string | undefined>()
  let lines: readonly TrackedLine[] = splitLines(first).map((text, origin) => ({
    text,
    origin,
    maker: undefined,
  }))

  return {
    change(text, maker) {
      const next = splitLines(text)
      const changed: TrackedLine[] = []
      let [oldAt, newAt] = [0, 0]
      const common = diffLines(
        lines.map(line => line.text),
        next,
      )
      for (const { oldIndex, newIndex, length } of [
        ...common,
        { oldIndex: lines.length, newIndex: next.length, length: 0 },
      ]) {
        for (const { origin } of lines.slice(oldAt, oldIndex))
          if (origin !== undefined) removers.set(origin, maker)
        for (const text of next.slice(newAt, newIndex)) changed.push({ text, origin: undefined, maker })
        for (const line of lines.slice(oldIndex, oldIndex + length)) changed.push(line)
        oldAt = oldIndex + length
        newAt = newIndex + length
      }
      lines = changed
    },
    first: () => first,
    text: () => lines.map(({ text }) => text).join(''),
    makerOf: line => lines[line]?.maker,
    removerOf: line => removers.get(line),
  }
}

type TrackedLine = {
  readonly text: string
  /** Its number in the first text. */
  readonly origin: number | undefined
  readonly maker: string | undefined
}
