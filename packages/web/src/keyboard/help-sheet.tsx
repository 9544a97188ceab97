import type { ReactElement } from 'react'
import { Dialog } from '../controls/dialog.tsx'
import { Keys } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './help-sheet.module.css'
import { COMMAND_KEYS, type Command, keyOf } from './use-commands.ts'

export type HelpSheetProps = {
  /** The keys of the palette. */
  readonly jumpKeys: readonly string[]
  readonly onClose: () => void
}

/** Every key of the page. */
export function HelpSheet({ jumpKeys, onClose }: HelpSheetProps): ReactElement {
  const texts = useTexts()
  const fixed: Readonly<Record<string, readonly string[]>> = { ...FIXED_KEYS, jump: jumpKeys }
  return (
    <Dialog title={texts.keys} width="small" onClose={onClose}>
      <dl className={css.keys}>
        {Object.entries(texts.keyWords).map(([name, words]) => (
          <div key={name}>
            <dt>
              <Keys keys={isCommand(name) ? [keyOf(name)] : (fixed[name] ?? [])} />
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Keys of one part, which nobody changes. */
const FIXED_KEYS = { open: ['Enter'], star: ['s'], rename: ['r'], archive: ['e'], fold: ['←', '→'] }

function isCommand(name: string): name is Command {
  return Object.hasOwn(COMMAND_KEYS, name)
}
