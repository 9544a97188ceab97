import { oneLine } from '@antiphon/core/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useEffect, useMemo, useRef } from 'react'
import { readFailure } from '../client/failure.ts'
import { Button, toButtonClass } from '../controls/button.tsx'
import { CodeView } from '../markdown/code-view.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import { formatExact } from '../parts/format-time.ts'
import { formatJson } from '../story/format-json.ts'
import type { RawEntry } from '../story/session-context.ts'

export type RawDialogProps = {
  readonly session: string
  readonly shown: RawEntry
  readonly onClose: () => void
}

/** An entry as it is stored, whole. */
export function RawDialog({ session, shown, onClose }: RawDialogProps): ReactElement {
  const { placed, agentId } = shown
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  useEffect(() => dialogRef.current?.showModal(), [])
  const place = { session, seq: placed.seq, ...(agentId !== undefined && { agentId }) }
  // As the page has it until the whole is there.
  const { data: whole, error, refetch } = useAnswer('entry', place)
  const entry = whole ?? placed.entry
  const text = useMemo(() => formatJson(entry), [entry])
  const address = useClient().toAddress('line', place).href
  const facts = [
    oneLine(String(entry.type), 40),
    'timestamp' in entry && formatExact(oneLine(String(entry.timestamp), 40)),
    texts.entryAt(placed.seq),
  ]
  return (
    <dialog ref={dialogRef} className="dialog" aria-label={texts.rawJson} onClose={onClose}>
      <header className="dialog-head">
        <div className="grow">
          <h2>{texts.inSession.stored}</h2>
          <p className="quiet">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        {address !== null && (
          <a className={toButtonClass()} href={address} download>
            {texts.inSession.download(placed.storedBytes ?? placed.next - placed.seq)}
          </a>
        )}
        <CopyJson text={text} />
        <Button onClick={() => dialogRef.current?.close()}>{texts.close}</Button>
      </header>
      {error && (
        <p className="note is-bad" role="alert">
          {texts.failures[readFailure(error)]} <Button onClick={() => refetch()}>{texts.tryAgain}</Button>
        </p>
      )}
      <CodeView text={text} language="json" />
    </dialog>
  )
}

/** Puts what is stored onto the clipboard. */
function CopyJson({ text }: { readonly text: string }): ReactElement {
  const texts = useTexts().inSession
  const { mutate, status } = useMutation({
    mutationFn: async () => await navigator.clipboard.writeText(text),
  })
  return (
    <>
      <span className="quiet" role="status">
        {status === 'success' && texts.jsonCopied}
        {status === 'error' && texts.cannotCopy}
      </span>
      <Button onClick={() => mutate()}>{texts.copyJson}</Button>
    </>
  )
}
