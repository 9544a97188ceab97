import type { AttachedContext } from '@antiphon/server/protocol'
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
import { toKey } from '../context/attached.ts'
import { ContextPicker } from '../context/context-picker.tsx'
import { ContextRow } from '../context/context-tags.tsx'
import { useCaret } from '../keyboard/use-caret.ts'
import { useTexts } from '../page/page-context.ts'
import type { SentPrompt } from './chat-state.ts'
import { moveInHistory } from './prompt-history.ts'
import { useComposerPicker } from './use-composer-picker.ts'
import { NO_DRAFT, useDraft } from './use-draft.ts'

type ComposerProps = {
  /** Names the draft. */
  readonly name: string
  readonly isRunning: boolean
  readonly isSending?: boolean
  readonly submitLabel: string
  /** Whether somebody came to write. */
  readonly takesFocus?: boolean
  readonly onSend: (text: string, contexts: readonly AttachedContext[]) => void
  readonly onStop?: () => void
  /** Somebody types. */
  readonly onTyping?: () => void
  /** What was said before, the newest first. */
  readonly history: () => readonly string[]
  readonly agent: AgentFinder
  /** Something that was sent and came back. */
  readonly returned?: SentPrompt | null
  readonly onReturned?: () => void
  /** What can be chosen beside the words. */
  readonly children?: ReactNode
}

/** Where a person says something: words, what they attach, and the keys that send it. */
export function Composer(props: ComposerProps): ReactElement {
  const { name, isRunning, isSending = false, submitLabel, onSend, onStop, agent, children } = props
  const texts = useTexts().chat
  const fieldRef = useRef<HTMLTextAreaElement>(null)
  const boxRef = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useDraft(name)
  const setText = (text: string): void => setDraft(before => ({ ...before, text }))
  const caret = useCaret(fieldRef)
  const picker = useComposerPicker({ draft, setDraft, caret, fieldRef, boxRef })
  const commands = useCommandPicker({ text: draft.text, onText: setText, caret, fieldRef, agent })
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

  function send(): void {
    if (isSending || (draft.text.trim() === '' && draft.contexts.length === 0)) return
    onSend(draft.text, draft.contexts)
    setDraft(() => NO_DRAFT)
    caret.note(0)
    picker.close()
    walk.end()
  }
  function onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // While somebody composes a character, Enter and the arrows belong to that.
    if (event.nativeEvent.isComposing || event.keyCode === COMPOSING) return
    if (picker.takeKey(event) || commands.takeKey(event)) return
    const isEmpty = draft.text === ''
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) send()
    else if (event.key === 'ArrowUp' && (isEmpty || walk.isWalking()) && walk.move(1)) event.preventDefault()
    else if (event.key === 'ArrowDown' && walk.isWalking() && walk.move(-1)) event.preventDefault()
    else if (event.key === 'Backspace' && isEmpty && draft.contexts.length > 0)
      setDraft(before => ({ ...before, contexts: before.contexts.slice(0, -1) }))
    else if (event.key !== 'Escape') return
    else {
      // Elsewhere it leads away from the session, which is not what somebody who writes wants.
      event.stopPropagation()
      if (isRunning) onStop?.()
    }
    event.preventDefault()
  }
  function remove(context: AttachedContext): void {
    const key = toKey(context)
    setDraft(before => ({ ...before, contexts: before.contexts.filter(one => toKey(one) !== key) }))
    fieldRef.current?.focus()
  }

  return (
    <div className="composer" ref={boxRef}>
      {!picker.shown && commands.list}
      {picker.shown && <ContextPicker key={picker.shown.key} agent={agent} {...picker.shown.props} />}
      <ContextRow contexts={draft.contexts} isOpen={picker.isOpen} onOpen={picker.toggle} onRemove={remove} />
      <div className="composer-line">
        <textarea
          ref={fieldRef}
          className="field composer-field"
          rows={1}
          aria-label={texts.composer}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={picker.mentionListId ?? commands.listId}
          aria-activedescendant={picker.mentionListId === undefined ? commands.activeId : picker.activeId}
          title={texts.sendKeys}
          placeholder={isRunning ? texts.placeholderRunning : texts.placeholder}
          value={draft.text}
          onChange={({ target }) => {
            write(target.value, target.selectionStart)
            props.onTyping?.()
            walk.end()
          }}
          onSelect={event => caret.note(event.currentTarget.selectionStart)}
          onKeyDown={onKey}
        />
        {isRunning && (
          <button type="button" className="button composer-stop" onClick={onStop}>
            <span aria-hidden="true">■</span> {texts.stop}
          </button>
        )}
        <button type="button" className="button is-main" disabled={isSending} onClick={send}>
          {submitLabel}
        </button>
      </div>
      {children}
    </div>
  )
}

// What browsers report for keys of an input method that do not say so otherwise.
const COMPOSING = 229

function useReturned(
  { returned, onReturned }: ComposerProps,
  setDraft: ReturnType<typeof useDraft>[1],
): void {
  useEffect(() => {
    if (!returned) return
    // What somebody has begun to write since then stands behind it.
    setDraft(({ text, contexts }) => ({
      text: [returned.text, text].filter(part => part.trim() !== '').join('\n'),
      contexts: [...returned.contexts, ...contexts],
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
