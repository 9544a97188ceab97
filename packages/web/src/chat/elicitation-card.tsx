import {
  type ChatElicitation,
  type ElicitationField,
  type ElicitationResponse,
  readFieldWords,
} from '@antiphon/core/chat'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import { CardFrame } from './card-frame.tsx'
import css from './cards.module.css'

export type ElicitationCardProps = {
  readonly elicitation: ChatElicitation
  readonly index: number
  readonly all: number
  readonly takesFocus: boolean
  readonly onAnswer: (response: ElicitationResponse) => void
}

/** What an MCP server wants to know, as a form; or the page that it wants to be opened. */
export function ElicitationCard({ elicitation, onAnswer, ...place }: ElicitationCardProps): ReactElement {
  const texts = useTexts().chat
  const formId = useId()
  const [missing, setMissing] = useState('')
  const { serverName, message, url, fields } = elicitation
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { content, lacking } = readForm(fields, new FormData(event.currentTarget))
    if (lacking === null) onAnswer({ action: 'accept', content })
    else setMissing(texts.elicitationMissing(lacking))
  }
  const decline = <Button onClick={() => onAnswer({ action: 'decline' })}>{texts.elicitationDecline}</Button>
  const actions =
    url === undefined ? (
      <>
        <Button type="submit" form={formId} look="primary">
          {texts.choiceSubmit}
        </Button>
        {decline}
        {missing !== '' && (
          <span className={css.missing} role="alert">
            {missing}
          </span>
        )}
      </>
    ) : (
      <>
        {url !== '' && (
          <Button
            look="primary"
            onClick={() => {
              window.open(url, '_blank', 'noopener,noreferrer')
              onAnswer({ action: 'accept', content: {} })
            }}
          >
            {texts.elicitationOpen}
          </Button>
        )}
        {decline}
      </>
    )
  return (
    <CardFrame {...place} question={NOBODY} title={texts.elicitationTitle(serverName)} actions={actions}>
      <p className={css.words}>{message}</p>
      {url !== undefined && <p className={css.address}>{url}</p>}
      {fields.length > 0 || url === undefined ? (
        <form id={formId} onSubmit={submit} className={css.form}>
          {fields.map(field => (
            <FieldView key={field.name} field={field} />
          ))}
        </form>
      ) : null}
    </CardFrame>
  )
}

/** No subagent asks. */
const NOBODY = { agentId: undefined }

function FieldView({ field }: { readonly field: ElicitationField }): ReactElement {
  const { name, title, description, kind, values, isRequired, initial } = field
  const label = `${title}${isRequired ? ' *' : ''}`
  if (values.length === 0)
    return (
      <label className={css.labelled}>
        <span>{label}</span>
        <input
          className="field"
          type="text"
          name={name}
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          defaultValue={initial === undefined ? '' : String(initial)}
        />
        {description !== '' && <span className={css.quiet}>{description}</span>}
      </label>
    )
  const isInitial = (value: unknown): boolean =>
    Array.isArray(initial) ? initial.includes(value) : value === initial
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      {description !== '' && <p className={css.quiet}>{description}</p>}
      {values.map(({ value, label: shown }) => (
        <label key={String(value)} className={css.option}>
          <input
            type={kind === 'choices' ? 'checkbox' : 'radio'}
            name={name}
            value={String(value)}
            defaultChecked={isInitial(value)}
          />
          <span>{shown}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** What was filled in, and the first field that lacks what it needs. */
function readForm(
  fields: readonly ElicitationField[],
  form: FormData,
): { readonly content: Readonly<Record<string, unknown>>; readonly lacking: string | null } {
  const read = fields.map(field => [field, readField(field, form.getAll(field.name).map(String))] as const)
  const lacking = read.find(
    ([field, { value, isWrong }]) => isWrong || (field.isRequired && value === undefined),
  )
  const told = read.flatMap(([{ name }, { value }]) => (value === undefined ? [] : [[name, value] as const]))
  return { content: Object.fromEntries(told), lacking: lacking?.[0].title ?? null }
}

function readField(
  field: ElicitationField,
  words: readonly string[],
): { readonly value: unknown; readonly isWrong?: boolean } {
  const { kind, values } = field
  const chosen = values.flatMap(({ value }) => (words.includes(String(value)) ? [value] : []))
  if (kind === 'choices') return { value: chosen }
  if (values.length > 0) return { value: chosen[0] }
  const [text = ''] = words
  const value = readFieldWords(field, text)
  return { value, isWrong: value === undefined && text.trim() !== '' }
}
