import { oneLine, stripControl } from '@antiphon/core/ui'
import { type ReactElement, useEffect, useRef } from 'react'
import { useTexts } from '../page/page-context.ts'
import type { CommandPicker } from './use-command-picker.ts'

/** The commands to choose from: name, what can be added to it, what it does. The focus stays in the field. */
export function CommandList({ picker }: { readonly picker: CommandPicker }): ReactElement {
  const { listId, commands, active, setActive, choose } = picker
  const texts = useTexts().chat
  const listRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    listRef.current
      ?.querySelector(`#${CSS.escape(`${listId}-${active}`)}`)
      ?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])
  return (
    <div className="picker">
      <div className="picker-list" id={listId} ref={listRef} role="listbox" aria-label={texts.commands.list}>
        {commands.map((command, index) => (
          // The focus stays in the field, which has the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={command.name}
            id={`${listId}-${index}`}
            className={index === active ? 'picker-option is-active' : 'picker-option'}
            role="option"
            aria-selected={index === active}
            onPointerDown={event => event.preventDefault()}
            onPointerMove={() => index !== active && setActive(index)}
            onClick={() => choose(command)}
          >
            <span className="picker-label">
              /{command.name}
              {command.argumentHint !== '' && (
                <span className="command-hint"> {oneLine(stripControl(command.argumentHint), 60)}</span>
              )}
            </span>
            <span className="picker-detail">{oneLine(stripControl(command.description), 160)}</span>
          </div>
        ))}
      </div>
      <p className="picker-note" role="status">
        {texts.context.found(commands.length)}
      </p>
    </div>
  )
}
