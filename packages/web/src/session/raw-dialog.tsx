import { type Entry, stripControl } from '@antiphon/core'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useBackend, useTexts } from '../app/page-context.ts'
import type { PlacedEntry } from '../backend/backend.ts'
import { CodeView } from '../markdown/code-view.tsx'
import { formatJson } from './format-json.ts'

export type RawDialogProps = {
  readonly session: string
  readonly placed: PlacedEntry
  readonly onClose: () => void
}

/** An entry as it is stored, whole. */
export function RawDialog({ session, placed, onClose }: RawDialogProps): ReactElement {
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const entry = useEntry(session, placed)
  useEffect(() => dialogRef.current?.showModal(), [])
  return (
    <dialog ref={dialogRef} className="dialog" aria-label={texts.rawJson} onClose={onClose}>
      <header className="dialog-head">
        <h2>{texts.entryAt(placed.seq)}</h2>
        <button type="button" className="button" onClick={() => dialogRef.current?.close()}>
          {texts.close}
        </button>
      </header>
      <CodeView text={stripControl(formatJson(entry))} language="json" />
    </dialog>
  )
}

function useEntry(session: string, placed: PlacedEntry): Entry {
  const backend = useBackend()
  const [entry, setEntry] = useState(placed.entry)
  const { seq, cut } = placed
  useEffect(() => {
    if (cut === 0) return
    const controller = new AbortController()
    backend.readEntry({ session, seq }, controller.signal).then(setEntry, () => undefined)
    return () => controller.abort()
  }, [backend, session, seq, cut])
  return entry
}
