import type { Entry } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { type Failure, readFailure } from '../client/failure.ts'
import { CodeView } from '../markdown/code-view.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatExact } from '../parts/format-time.ts'
import { formatJson } from '../story/format-json.ts'
import type { RawEntry } from '../story/raw-entry.ts'

export type RawDialogProps = {
  readonly session: string
  readonly shown: RawEntry
  readonly onClose: () => void
}

/** An entry as it is stored, whole. */
export function RawDialog({ session, shown, onClose }: RawDialogProps): ReactElement {
  const { placed } = shown
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const { entry, failure, retry } = useEntry(session, shown)
  useEffect(() => dialogRef.current?.showModal(), [])
  const text = useMemo(() => formatJson(entry), [entry])
  const { agentId } = shown
  const place = { session, seq: placed.seq, ...(agentId !== undefined && { agentId }) }
  const address = useClient().toLineAddress(place)
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
          <a className="button" href={address} download>
            {texts.inSession.download(placed.storedBytes ?? placed.next - placed.seq)}
          </a>
        )}
        <CopyJson text={text} />
        <button type="button" className="button" onClick={() => dialogRef.current?.close()}>
          {texts.close}
        </button>
      </header>
      {failure && (
        <p className="note is-bad" role="alert">
          {texts.failures[failure]}{' '}
          <button type="button" className="button" onClick={retry}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      <CodeView text={text} language="json" />
    </dialog>
  )
}

/** Puts what is stored onto the clipboard. */
function CopyJson({ text }: { readonly text: string }): ReactElement {
  const texts = useTexts().inSession
  const [outcome, setOutcome] = useState<'jsonCopied' | 'cannotCopy'>()
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('jsonCopied')
    } catch {
      setOutcome('cannotCopy')
    }
  }
  return (
    <>
      <span className="quiet" role="status">
        {outcome && texts[outcome]}
      </span>
      <button type="button" className="button" onClick={copy}>
        {texts.copyJson}
      </button>
    </>
  )
}

type WholeEntry = {
  /** As the page has it until the whole is there. */
  readonly entry: Entry
  readonly failure: Failure | undefined
  readonly retry: () => void
}

function useEntry(session: string, { placed, agentId }: RawEntry): WholeEntry {
  const client = useClient()
  const [entry, setEntry] = useState(placed.entry)
  const [failure, setFailure] = useState<Failure>()
  const [attempt, setAttempt] = useState(0)
  const { seq, cut } = placed
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to ask again
  useEffect(() => {
    if (cut === 0) return
    const controller = new AbortController()
    const { signal } = controller
    setFailure(undefined)
    client
      .readEntry({ session, seq, ...(agentId !== undefined && { agentId }) }, signal)
      .then(setEntry, error => !signal.aborted && setFailure(readFailure(error)))
    return () => controller.abort()
  }, [client, session, seq, cut, agentId, attempt])
  return { entry, failure, retry: () => setAttempt(count => count + 1) }
}
