import type { PersonItem } from '@antiphon/core'
import { findSettledEnd } from '@antiphon/core/markdown'
import { stripControl } from '@antiphon/core/ui'
import { formatItem } from '../show/format-item.ts'
import type { Screen } from '../terminal/screen.ts'

/** How an answer that is still being written begins, as far as it was printed for good. */
export type CommittedAnswer = { readonly key: string; readonly text: string }

/** The lines of an answer below those of its beginning, which stand above them; all of them where there is none. */
export function formatAnswer(
  item: PersonItem,
  begun: string,
  { cwd, screen }: { readonly cwd: string | undefined; readonly screen: Screen },
): readonly string[] {
  const text = readWords(item).slice(begun.length)
  const options = { hasWholeThinking: false, isContinued: begun !== '', cwd }
  const lines = formatItem({ ...item, text }, options, screen)
  return begun === '' || lines.length === 0 ? lines : ['', ...lines]
}

/** How far an answer that is still being written can be printed: its blocks that cannot change any more. */
export function findCommitted(item: PersonItem, begun: string): string {
  const text = readWords(item)
  return text.slice(0, begun.length + findSettledEnd(text.slice(begun.length)))
}

/** Whether an answer still begins as it was printed. */
export function goesOn(item: PersonItem, begun: string): boolean {
  return readWords(item).startsWith(begun)
}

/** Whether one answer is the beginning of another, or all of it. */
export function isBeginning(begun: PersonItem, item: PersonItem): boolean {
  return goesOn(item, readWords(begun).trimEnd())
}

function readWords({ text }: PersonItem): string {
  return stripControl(text).trimStart()
}
