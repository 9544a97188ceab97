import type { ModelPlace, ModelView } from '@antiphon/server/protocol'
import {
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { readFailure } from '../client/failure.ts'
import { useTexts } from '../page/page-context.ts'
import { CopyRequest } from './copy-request.tsx'
import { MessageView } from './message-view.tsx'
import { ModelFacts, ModelSummary } from './model-summary.tsx'
import { StepSwitches, toWish, USUAL_STEPS } from './step-switches.tsx'
import { useModelView } from './use-model-view.ts'

export type ModelDialogProps = { readonly place: ModelPlace; readonly onClose: () => void }

/** What the model was sent at a place of a log, message by message, with each repair where it shows. */
export function ModelDialog({ place, onClose }: ModelDialogProps): ReactElement {
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const [choice, setChoice] = useState(USUAL_STEPS)
  const { without, order } = toWish(choice)
  const tried = useMemo(
    () => ({ ...place, ...(without !== '' && { without }), ...(order !== '' && { order }) }),
    [place, without, order],
  )
  const { view, error, ...earlier } = useModelView(tried)
  useEffect(() => dialogRef.current?.showModal(), [])
  const close = (): void => dialogRef.current?.close()
  const title = place.seq === undefined ? texts.model.atEnd : texts.model.atPlace
  return (
    <dialog ref={dialogRef} className="dialog model-dialog" aria-label={texts.model.title} onClose={onClose}>
      <header className="dialog-head">
        <h2>{title}</h2>
        <span className="model-buttons">
          <CopyRequest place={tried} />
          <button type="button" className="button" onClick={close}>
            {texts.close}
          </button>
        </span>
      </header>
      <p className={view ? 'hidden' : 'model-note'} role="status">
        {error ? texts.failures[readFailure(error)] : view ? texts.model.messages(view.total) : texts.loading}
      </p>
      {view && <ModelFacts view={view} />}
      <StepSwitches
        choice={choice}
        onChoose={setChoice}
        refusal={view?.trial ? view.violations[0] : undefined}
      />
      {view && <ModelBody view={view} {...earlier} onLeave={close} />}
    </dialog>
  )
}

type ModelBodyProps = {
  readonly view: ModelView
  readonly isLoadingEarlier: boolean
  readonly loadEarlier: () => void
  readonly onLeave: () => void
}

function ModelBody({ view, isLoadingEarlier, loadEarlier, onLeave }: ModelBodyProps): ReactElement {
  const texts = useTexts()
  const bodyRef = useKeptPlace(view.from)
  return (
    // What scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="model-body" ref={bodyRef} tabIndex={0} aria-label={texts.model.title}>
      <ModelSummary view={view} />
      {view.from > 0 && (
        <button type="button" className="more" disabled={isLoadingEarlier} onClick={loadEarlier}>
          {isLoadingEarlier ? texts.model.loadingEarlier : texts.model.earlier(view.from)}
        </button>
      )}
      {view.messages.map(message => (
        <MessageView key={message.index} log={view.log} message={message} onLeave={onLeave} />
      ))}
    </section>
  )
}

/** Begins at the end, which is where the reader pointed, and stays with what is seen when earlier messages come. */
function useKeptPlace(from: number): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  const fromEnd = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is kept whenever messages were put before the others
  useLayoutEffect(() => {
    const body = ref.current
    if (!body) return
    body.scrollTop = body.scrollHeight - fromEnd.current
    const note = (): void => {
      fromEnd.current = body.scrollHeight - body.scrollTop
    }
    body.addEventListener('scroll', note)
    return () => body.removeEventListener('scroll', note)
  }, [from])
  return ref
}
