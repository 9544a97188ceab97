import { stripControl } from '@antiphon/core/ui'
import { type ReactElement, useState } from 'react'
import { DRAWN_AT_MOST, NotDrawn } from '../markdown/not-drawn.tsx'
import { useTexts } from '../page/page-context.ts'
import { boundDiff } from './bound-diff.ts'
import css from './diff.module.css'
import type { DiffLine } from './read-patch.ts'

export type DiffViewProps = { readonly lines: readonly DiffLine[]; readonly label: string }

/** A change, line by line; a long one is cut until it is asked for. */
export function DiffView({ lines, label }: DiffViewProps): ReactElement {
  const texts = useTexts()
  const [isWhole, setIsWhole] = useState(false)
  const {
    lines: shown,
    cutLines,
    cutUnits,
  } = boundDiff(lines, isWhole ? MOST : isFew(lines) ? FEW_AND_SOME : FEW)
  const hasNumbers = shown.some(line => line.before !== undefined || line.after !== undefined)
  return (
    <>
      {/* What scrolls sideways must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <figure className={`listing ${css.diff}`} tabIndex={0} aria-label={label}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a change never move
          <div key={index} className={`${css.line} ${css[line.kind] ?? ''}`}>
            {hasNumbers && <span className={css.number}>{line.after ?? line.before ?? ''}</span>}
            <span className={css.sign}>
              <span aria-hidden="true">{SIGNS[line.kind]}</span>
              {line.kind === 'added' && <span className="hidden">{texts.added} </span>}
              {line.kind === 'removed' && <span className="hidden">{texts.removed} </span>}
            </span>
            <span>{stripControl(line.text)}</span>
          </div>
        ))}
      </figure>
      {isWhole && <NotDrawn characters={cutUnits} />}
      {!isWhole && cutLines + cutUnits > 0 && (
        <button type="button" className="more" onClick={() => setIsWhole(true)}>
          {texts.showAll(cutLines)}
        </button>
      )}
    </>
  )
}

const FEW = { maxLines: 24, maxUnits: 20_000 }
/** Not worth a button. */
const FEW_AND_SOME = { ...FEW, maxLines: FEW.maxLines + 4 }
const MOST = { maxLines: DRAWN_AT_MOST.maxLines, maxUnits: DRAWN_AT_MOST.maxCodePoints }

function isFew(lines: readonly DiffLine[]): boolean {
  return lines.length <= FEW_AND_SOME.maxLines
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', added: '+', removed: '−', gap: '⋯' }
