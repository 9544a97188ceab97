import { CircleHelp } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react'
import { useCloseOutside } from '../browser/use-close-outside.ts'
import { IconButton } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './timeline.module.css'

/** What the signs of the strip mean, behind a button below it. */
export function TimelineLegend(): ReactElement {
  const { legend } = useTexts().changes
  const [isOpen, setIsOpen] = useState(false)
  const boxRef = useRef<HTMLDivElement>(null)
  useCloseOutside({ boxRef, isOpen, onClose: () => setIsOpen(false) })

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setIsOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the key for what is in it
    <div className={css.legend} ref={boxRef} onKeyDown={onKeyDown}>
      <IconButton
        icon={CircleHelp}
        label={legend.title}
        size={14}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <ul className={css.signs}>
          <li>
            <span className={css.sample}>
              <span className={css.mark} style={{ width: 16 }} />
            </span>
            {legend.turn}
          </li>
          <li>
            <span className={css.sample}>
              <span className={css.diamond} />
            </span>
            {legend.failed}
          </li>
          <li>
            <span className={css.sample}>
              <span className={css.dashes} />
            </span>
            {legend.compacted}
          </li>
          <li>
            <span className={`${css.sample} ${css.seen}`} />
            {legend.seen}
          </li>
        </ul>
      )}
    </div>
  )
}
