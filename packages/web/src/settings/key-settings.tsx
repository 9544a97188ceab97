import type { ReactElement } from 'react'
import { Button } from '../controls/button.tsx'
import { COMMAND_KEYS, type Command } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { SettingRow } from './setting-row.tsx'
import css from './settings.module.css'
import { TypedField } from './typed-field.tsx'

/** The keys of the page, which a person may choose otherwise; two commands never have one key. */
export function KeySettings(): ReactElement {
  const texts = useTexts()
  const { settings, change } = useSettings()
  const commands = (Object.keys(COMMAND_KEYS) as readonly Command[]) // the record's keys are its type's
    .filter(command => command !== 'close')
  const keyOf = (command: Command): string => settings.keys[command] || COMMAND_KEYS[command]
  const choose = (command: Command, key: string): boolean => {
    if (Array.from(key).length !== 1) return false
    if (commands.some(other => other !== command && keyOf(other) === key)) return false
    const { [command]: _, ...others } = settings.keys
    change({ keys: key === COMMAND_KEYS[command] ? others : { ...others, [command]: key } })
    return true
  }
  return (
    <div className={css.card}>
      {commands.map(command => (
        <SettingRow key={command} name={texts.keyWords[command]}>
          <TypedField
            label={texts.settings.ownKey(texts.keyWords[command])}
            className={css.short}
            value={keyOf(command)}
            onCommit={key => choose(command, key)}
          />
        </SettingRow>
      ))}
      {Object.keys(settings.keys).length > 0 && (
        <div className={css.tools}>
          <Button onClick={() => change({ keys: {} })}>{texts.settings.usualKeys}</Button>
        </div>
      )}
    </div>
  )
}
