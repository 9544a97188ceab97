import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ChatChoices } from '@antiphon/server/protocol'
import { type ReactElement, useId } from 'react'
import { useTexts } from '../page/page-context.ts'

type ChoiceSelectsProps = {
  readonly choices: ChatChoices | undefined
  /** The demo model answers whatever is chosen, so that nothing is. */
  readonly isDemo: boolean
  /** Empty for the default, where that is offered. */
  readonly model: string
  readonly offersDefault?: boolean
  readonly permissionMode: string
  readonly onModel: (model: string) => void
  readonly onMode: (mode: string) => void
}

/** Which model answers, and how freely the agent may act. */
export function ChoiceSelects(props: ChoiceSelectsProps): ReactElement {
  const { choices, isDemo, model, offersDefault = false, permissionMode, onModel, onMode } = props
  const texts = useTexts().chat
  const models = [
    ...(offersDefault ? [{ id: '', name: texts.defaultModel }] : []),
    ...withCurrent(choices?.models ?? [], model),
  ]
  const modes = [...new Set([...(choices?.permissionModes ?? []), permissionMode])].filter(Boolean)
  return (
    <>
      {!isDemo && (
        <select
          className="field"
          aria-label={texts.model}
          title={texts.model}
          value={model}
          onChange={event => onModel(event.target.value)}
        >
          {models.map(({ id, name }) => (
            <option key={id} value={id}>
              {oneLine(stripControl(name), 60)}
            </option>
          ))}
        </select>
      )}
      <select
        className="field"
        aria-label={texts.mode}
        title={texts.mode}
        value={permissionMode}
        onChange={event => onMode(event.target.value)}
      >
        {modes.map(mode => (
          <option key={mode} value={mode}>
            {texts.modes[mode] ?? mode}
          </option>
        ))}
      </select>
    </>
  )
}

function withCurrent(models: ChatChoices['models'], model: string): ChatChoices['models'] {
  return model === '' || models.some(({ id }) => id === model)
    ? models
    : [{ id: model, name: model }, ...models]
}

type FolderFieldProps = {
  readonly choices: ChatChoices | undefined
  readonly value: string
  readonly onValue: (folder: string) => void
}

/** Where an agent works: one of the known folders, or one that is typed. */
export function FolderField({ choices, value, onValue }: FolderFieldProps): ReactElement {
  const texts = useTexts()
  const listId = useId()
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{texts.chat.folder}</label>
      <input
        id={id}
        className="field"
        type="text"
        list={listId}
        spellCheck={false}
        autoComplete="off"
        title={texts.chat.folderHint}
        placeholder={choices ? texts.chat.folderHint : texts.loading}
        value={value}
        onChange={event => onValue(event.target.value)}
      />
      <datalist id={listId}>
        {choices?.folders.map(one => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}
