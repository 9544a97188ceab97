import { stripControl } from '@antiphon/core/ui'
import type { ModelPlace, ModelView } from '@antiphon/server/protocol'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Copy, X } from 'lucide-react'
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
import { Button, IconButton } from '../controls/button.tsx'
import { classNames } from '../controls/class-names.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatJson } from '../story/format-json.ts'
import { MessageColumns, MessageView } from './message-view.tsx'
import css from './model-dialog.module.css'
import { ModelSummary, RequestFacts } from './model-summary.tsx'
import { StepSwitches, toWish, USUAL_STEPS } from './step-switches.tsx'

type ModelDialogProps = { readonly place: ModelPlace; readonly onClose: () => void }

/** What the model was sent at a place of a log, message by message, with each repair where it shows. */
export function ModelDialog({ place, onClose }: ModelDialogProps): ReactElement {
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const [choice, setChoice] = useState(USUAL_STEPS)
  const tried = { ...place, ...toWish(choice) }
  const client = useClient()
  // The request's last messages at first, earlier ones when they are asked for.
  const request = useInfiniteQuery({
    queryKey: ['model', tried],
    queryFn: ({ pageParam, signal }) =>
      client.get('model', { ...tried, ...(pageParam !== null && { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ from }) => (from > 0 ? from : undefined),
  })
  const { data, error } = request
  const view = useMemo(() => data?.pages.reduce(addEarlier), [data])
  useEffect(() => dialogRef.current?.showModal(), [])
  const close = (): void => dialogRef.current?.close()
  const title = place.seq === undefined ? texts.model.atEnd : texts.model.atPlace
  return (
    <dialog
      ref={dialogRef}
      className={classNames('dialog', css.dialog)}
      aria-label={texts.model.title}
      onClose={onClose}
    >
      <header className={classNames('dialog-head', css.head)}>
        <h2>{title}</h2>
        <span className={css.buttons}>
          <CopyRequest place={tried} />
          <IconButton icon={X} label={texts.close} onClick={close} />
        </span>
      </header>
      <p className={view ? 'hidden' : css.note} role="status">
        {error ? texts.failures[readFailure(error)] : view ? texts.model.messages(view.total) : texts.loading}
      </p>
      {view && <RequestFacts view={view} />}
      <StepSwitches
        choice={choice}
        onChoose={setChoice}
        refusal={view?.trial ? view.violations[0] : undefined}
      />
      {view && (
        <ModelBody
          view={view}
          isLoadingEarlier={request.isFetchingNextPage}
          loadEarlier={() => void request.fetchNextPage()}
          onLeave={close}
        />
      )}
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
    <section className={css.body} ref={bodyRef} tabIndex={0} aria-label={texts.model.title}>
      <ModelSummary view={view} />
      {view.from > 0 && (
        <button type="button" className="more" disabled={isLoadingEarlier} onClick={loadEarlier}>
          {isLoadingEarlier ? texts.model.loadingEarlier : texts.model.earlier(view.from)}
        </button>
      )}
      <MessageColumns />
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

/** Puts the whole request, of which the page shows a part, onto the clipboard. */
function CopyRequest({ place }: { readonly place: ModelPlace }): ReactElement {
  const texts = useTexts().model
  const client = useClient()
  const { mutate, status, error } = useMutation({
    async mutationFn() {
      const request = await client.get('model/request', place)
      await navigator.clipboard.writeText(formatJson(request))
    },
  })
  const refusal = error && readFailure(error) === 'refused' ? stripControl(error.message) : texts.notCopied
  const words = { idle: undefined, pending: texts.copying, success: texts.copied, error: refusal }
  return (
    <>
      <span className="quiet" role="status">
        {words[status]}
      </span>
      <Button icon={Copy} onClick={() => mutate()}>
        {texts.copy}
      </Button>
    </>
  )
}

/** A log that grows meanwhile changes only the end of its request. */
function addEarlier(view: ModelView, more: ModelView): ModelView {
  if (more.to !== view.from) return view
  return { ...view, from: more.from, messages: [...more.messages, ...view.messages] }
}
