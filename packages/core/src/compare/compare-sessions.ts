import { diffLines } from '../patch/diff-lines.ts'
import type { ToldFile, ToldSession } from './tell-session.ts'
import type { ToldTurn } from './tell-turn.ts'

/** What two sessions have in common and where they part. */
export type SessionComparison = {
  readonly rows: readonly ComparedTurn[]
  readonly files: readonly ComparedFile[]
}

/** Turns of both that were asked the same, or one that only one of them has. */
export type ComparedTurn =
  | {
      readonly kind: 'both'
      readonly one: number
      readonly other: number
      /** True where both also answered the same. */
      readonly isSame: boolean
    }
  | { readonly kind: 'one'; readonly one: number }
  | { readonly kind: 'other'; readonly other: number }

/** A file that one of them or both changed. */
export type ComparedFile = {
  readonly path: string
  readonly one?: Pick<ToldFile, 'added' | 'removed'>
  readonly other?: Pick<ToldFile, 'added' | 'removed'>
}

/** Puts the turns of two sessions side by side by what was asked; the numbers are places in their lists of turns. */
export function compareSessions(
  one: Pick<ToldSession, 'turns' | 'files'>,
  other: Pick<ToldSession, 'turns' | 'files'>,
): SessionComparison {
  const common = diffLines(one.turns.map(toKey), other.turns.map(toKey))
  const rows: ComparedTurn[] = []
  let [left, right] = [0, 0]
  const end = { oldIndex: one.turns.length, newIndex: other.turns.length, length: 0 }
  for (const { oldIndex, newIndex, length } of [...common, end]) {
    while (left < oldIndex) rows.push({ kind: 'one', one: left++ })
    while (right < newIndex) rows.push({ kind: 'other', other: right++ })
    for (let step = 0; step < length; step++) {
      const isSame = isSameAnswer(one.turns[left], other.turns[right])
      rows.push({ kind: 'both', one: left++, other: right++, isSame })
    }
  }
  return { rows, files: compareFiles(one.files, other.files) }
}

/** Blanks and the case of letters do not make another question. */
function toKey({ asked }: ToldTurn): string {
  return asked.replace(/\s+/g, ' ').trim().toLowerCase()
}

function isSameAnswer(one: ToldTurn | undefined, other: ToldTurn | undefined): boolean {
  return JSON.stringify(one?.parts) === JSON.stringify(other?.parts)
}

function compareFiles(some: readonly ToldFile[], others: readonly ToldFile[]): readonly ComparedFile[] {
  const paths = [...new Set([...some, ...others].map(({ path }) => path))].toSorted()
  const [first, second] = [some, others].map(files => new Map(files.map(file => [file.path, toLines(file)])))
  return paths.map(path => {
    const [one, other] = [first?.get(path), second?.get(path)]
    return { path, ...(one && { one }), ...(other && { other }) }
  })
}

function toLines({ added, removed }: ToldFile): Pick<ToldFile, 'added' | 'removed'> {
  return { added, removed }
}
