import { stripControl } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import styles from './results.module.css'
import { splitMarks } from './split-marks.ts'

export type MarkedTextProps = {
  readonly text: string
  readonly marks: readonly (readonly [number, number])[]
}

/** A text with what was looked for standing out; letters alone, whatever it holds. */
export function MarkedText({ text, marks }: MarkedTextProps): ReactElement {
  return (
    <>
      {splitMarks(text, marks).map((part, index) => {
        const shown = stripControl(part.text)
        if (!part.isMarked) return shown
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
          <mark key={index} className={styles.mark}>
            {shown}
          </mark>
        )
      })}
    </>
  )
}
