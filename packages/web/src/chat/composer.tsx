import type { SentPrompt } from '@antiphon/core/chat'
import { ArrowUp, Plus, Square } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { AgentFinder } from '../commands/agent-finder.ts'
import { useCommandPicker } from '../commands/use-command-picker.tsx'
import { useNotePicker } from '../commands/use-note-picker.tsx'
import type { PageDoings } from '../commands/use-page-doings.ts'
import { ContextPicker } from '../context/context-picker.tsx'
import { Button, IconButton } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { useCaret } from '../keyboard/use-caret.ts'
import { useTexts } from '../page/page-context.ts'
import { AttachmentRow } from './attachment-row.tsx'
import css from './composer.module.css'
import { moveInHistory } from './prompt-history.ts'
import { useComposerPicker } from './use-composer-picker.ts'
import { type Draft, isEmptyDraft, NO_DRAFT, useDraft } from './use-draft.ts'
import { useImages } from './use-images.ts'

/** Whether something waits for its turn, or is heard at once. */
export type SendHow = 'queue' | 'now'

type ComposerProps = {
  /** Names the draft. */
  readonly name: string
  readonly isRunning: boolean
  readonly isSending?: boolean
  /** False while it is not known yet where to: Enter is kept until it is. */
  readonly isReady?: boolean
  /** Whether somebody came to write. */
  readonly takesFocus?: boolean
  readonly onSend: (draft: Draft, how: SendHow) => void
  readonly onStop?: () => void
  /** Shift-Tab. */
  readonly onNextMode?: () => void
  /** The arrow up in an empty field; false where nothing is queued that could be edited. */
  readonly onEditQueued?: () => boolean
  /** Somebody types. */
  readonly onTyping?: () => void
  /** What was said before, the newest first. */
  readonly history: () => readonly string[]
  readonly agent: AgentFinder
  /** What the page does of commands itself. */
  readonly doings: PageDoings
  /** Whether words behind `#` can be kept. */
  readonly keepsNotes: boolean
  /** Something that was sent and came back. */
  readonly returned?: SentPrompt | null
  readonly onReturned?: () => void
  /** What can be chosen beside the words. */
  readonly children?: ReactNode
  /** Where its lists open; above unless told. */
  readonly pickerSide?: 'above' | 'below'
  /** What stands quietly before the button that sends. */
  readonly end?: ReactNode
}

/** Where a person says something: words, what they attach, and the keys that send it. */
export function Composer(props: ComposerProps): ReactElement {
  const { name, isRunning, isSending = false, onSend, onStop, agent, children, end } = props
  const texts = useTexts().chat
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const boxRef = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useDraft(name)
  const setText = (text: string): void => setDraft(before => ({ ...before, text }))
  const caret = useCaret(fieldRef)
  const images = useImages(setDraft)
  const picker = useComposerPicker({ draft, setDraft, caret, fieldRef, boxRef, onImage: images.choose })
  const { doings } = props
  const commands = useCommandPicker({ text: draft.text, onText: setText, caret, fieldRef, agent, doings })
  const notes = useNotePicker({
    text: draft.text,
    isOffered: props.keepsNotes && isOnlyText(draft),
    onKeep: text => sendDraft({ ...NO_DRAFT, text }, 'queue'),
  })
  const walk = usePromptWalk(props.history, text => {
    write(text, 0)
    // What was said before is not being typed.
    if (text.includes('@')) picker.leaveMention(text.lastIndexOf('@'))
  })
  function write(text: string, at: number): void {
    setText(text)
    caret.note(at)
    picker.close()
  }
  useReturned(props, setDraft)
  useGrowth(fieldRef, draft.text)
  const { takesFocus = false } = props
  useEffect(() => {
    if (takesFocus) fieldRef.current?.focus()
  }, [takesFocus])
  const isEmpty = isEmptyDraft(draft)

  function send(how: SendHow): void {
    if (isSending || isEmpty) return
    sendDraft(draft, how)
  }
  function sendDraft(sent: Draft, how: SendHow): void {
    if (!(isOnlyText(sent) && commands.doHere(sent.text))) onSend(sent, how)
    setDraft(() => NO_DRAFT)
    caret.note(0)
    picker.close()
    walk.end()
  }
  function onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // While somebody composes a character, Enter and the arrows belong to that.
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING) return
    if (picker.takeKey(event) || commands.takeKey(event) || notes.takeKey(event)) return
    const hasNoText = draft.text === ''
    const isNow = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) send(isNow ? 'now' : 'queue')
    else if (event.key === 'Tab' && event.shiftKey && props.onNextMode) props.onNextMode()
    else if (event.key === 'ArrowUp' && isEmpty && !walk.isWalking() && props.onEditQueued?.())
      event.preventDefault()
    else if (event.key === 'ArrowUp' && (hasNoText || walk.isWalking()) && walk.move(1))
      event.preventDefault()
    else if (event.key === 'ArrowDown' && walk.isWalking() && walk.move(-1)) event.preventDefault()
    else if (event.key === 'Backspace' && hasNoText && !isEmpty) setDraft(withoutLast)
    else if (event.key !== 'Escape') return
    else {
      // Elsewhere it leads away from the session, which is not what somebody who writes wants.
      event.stopPropagation()
      if (isRunning) onStop?.()
    }
    event.preventDefault()
  }

  const stop = (
    <Button className={css.stop} aria-label={texts.stop} title={texts.stop} onClick={onStop}>
      <Icon of={Square} size={12} />
    </Button>
  )
  const sendLabel = isRunning ? texts.sendQueue : texts.send
  return (
    <div
      className={css.composer}
      ref={boxRef}
      data-picker={props.pickerSide ?? 'above'}
      data-drops={images.isOver || undefined}
      {...images.dropProps}
    >
      {!picker.shown && (commands.list ?? notes.list)}
      {picker.shown && <ContextPicker key={picker.shown.key} agent={agent} {...picker.shown.props} />}
      <AttachmentRow
        draft={draft}
        setDraft={setDraft}
        onRemoved={() => fieldRef.current?.focus()}
        trouble={images.trouble}
      />
      <textarea
        ref={fieldRef}
        className={css.field}
        rows={1}
        aria-label={texts.composer}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={picker.mentionListId ?? commands.listId ?? notes.listId}
        aria-activedescendant={
          picker.mentionListId === undefined ? (commands.activeId ?? notes.activeId) : picker.activeId
        }
        title={texts.sendKeys}
        placeholder={images.isOver ? texts.dropHere : texts.placeholder}
        value={draft.text}
        onChange={({ target }) => {
          write(target.value, target.selectionStart)
          props.onTyping?.()
          walk.end()
        }}
        onSelect={event => caret.note(event.currentTarget.selectionStart)}
        onPaste={images.onPaste}
        onKeyDown={onKey}
      />
      <div className={css.row}>
        <IconButton
          icon={Plus}
          label={texts.context.add}
          aria-haspopup="dialog"
          aria-expanded={picker.isOpen}
          // What is selected on the page is one of the things that can be added.
          onPointerDown={event => event.preventDefault()}
          onClick={picker.toggle}
        />
        {images.input}
        {children}
        <span className={css.space} />
        {end}
        {isRunning && stop}
        {!(isRunning && isEmpty) && (
          <Button
            look="primary"
            className={css.send}
            aria-label={sendLabel}
            title={sendLabel}
            disabled={isSending || props.isReady === false}
            onClick={() => send('queue')}
          >
            <Icon of={ArrowUp} />
          </Button>
        )}
      </div>
    </div>
  )
}

// What browsers report for keys of an input method that do not say so otherwise.
const COMPOSING = 229

/** Nothing stands beside its words. */
function isOnlyText({ contexts, images }: Draft): boolean {
  return contexts.length === 0 && images.length === 0
}

function withoutLast(draft: Draft): Draft {
  return draft.images.length > 0
    ? { ...draft, images: draft.images.slice(0, -1) }
    : { ...draft, contexts: draft.contexts.slice(0, -1) }
}

function useReturned(
  { returned, onReturned }: ComposerProps,
  setDraft: ReturnType<typeof useDraft>[1],
): void {
  useEffect(() => {
    if (!returned) return
    // What somebody has begun to write since then stands behind it.
    setDraft(({ text, contexts, images }) => ({
      text: [returned.text, text].filter(part => part.trim() !== '').join('\n'),
      contexts: [...returned.contexts, ...contexts],
      images: [...(returned.images ?? []), ...images],
    }))
    onReturned?.()
  }, [returned, onReturned, setDraft])
}

type PromptWalk = {
  readonly isWalking: () => boolean
  /** False where there is nothing further in that direction. */
  readonly move: (step: 1 | -1) => boolean
  /** Somebody writes: what stands in the field is theirs now. */
  readonly end: () => void
}

/** Walks through what was said before, from the newest on. */
function usePromptWalk(history: () => readonly string[], onText: (text: string) => void): PromptWalk {
  const at = useRef(-1)
  return {
    isWalking: () => at.current >= 0,
    move(step) {
      const moved = moveInHistory(history(), at.current, step)
      if (!moved) return false
      onText(moved.text)
      at.current = moved.at
      return true
    },
    end() {
      at.current = -1
    },
  }
}

/** A field that grows with its text, where the style sheet cannot do it; that knows of widths, too. */
function useGrowth(fieldRef: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: its height follows from the text
  useLayoutEffect(() => {
    const field = fieldRef.current
    if (!field || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight + 2}px`
  }, [fieldRef, text])
}
