import { oneLine } from '@antiphon/core/ui'
import type { Outline, OutlineBranch } from '@antiphon/server/protocol'
import { CornerDownRight } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatClock } from '../parts/format-time.ts'
import css from './branches.module.css'

export type BranchTreeProps = {
  readonly outline: Outline
  /** Which branch is shown; 0 is the conversation itself. */
  readonly shown: number
  readonly onChoose: (index: number) => void
}

/** Every branch of a conversation as a tree, and a way to each. Nothing where there is one alone. */
export function BranchTree({ outline, shown, onChoose }: BranchTreeProps): ReactElement | null {
  const texts = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const id = useId()
  const count = outline.branches.length - 1 + outline.hiddenBranches
  if (count < 1) return null
  const close = (): void => {
    setIsOpen(false)
    buttonRef.current?.focus()
  }
  return (
    <div className={css.branches}>
      <Button
        ref={buttonRef}
        icon={CornerDownRight}
        title={texts.inSession.branchTree}
        className={shown > 0 ? css.on : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={css.words}>{texts.inSession.branches(count)}</span>
        <span className={css.few} aria-hidden="true">
          {count}
        </span>
      </Button>
      {isOpen && (
        <div className={`card ${css.panel}`} id={id}>
          <Tree
            outline={outline}
            shown={shown}
            onClose={close}
            onChoose={index => {
              close()
              onChoose(index)
            }}
          />
          {outline.hiddenBranches > 0 && (
            <p className="quiet">{texts.inSession.moreBranches(outline.hiddenBranches)}</p>
          )}
        </div>
      )}
    </div>
  )
}

type TreeProps = BranchTreeProps & { readonly onClose: () => void }

function Tree({ outline, shown, onChoose, onClose }: TreeProps): ReactElement {
  const texts = useTexts()
  const { branches } = outline
  const [focused, setFocused] = useState(shown)
  const treeRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    treeRef.current?.querySelector<HTMLElement>(`[data-branch="${focused}"]`)?.focus()
  }, [focused])

  function onKeyDown(event: KeyboardEvent): void {
    const next = nextFocus(event.key, focused, branches)
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' || event.key === ' ') onChoose(focused)
    else if (next !== undefined) setFocused(next)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div role="tree" ref={treeRef} aria-label={texts.inSession.branchTree} onKeyDown={onKeyDown}>
      {branches.map((branch, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys for all its items
        <div
          key={branch.leafUuid}
          role="treeitem"
          className={css.branch}
          aria-level={levelOf(branches, index)}
          aria-selected={index === shown}
          tabIndex={index === focused ? 0 : -1}
          data-branch={index}
          style={{ marginLeft: `${(levelOf(branches, index) - 1) * 16}px` }}
          onClick={() => onChoose(index)}
        >
          <Label branch={branch} isCurrent={index === 0} isShown={index === shown} />
        </div>
      ))}
    </div>
  )
}

function levelOf(branches: readonly OutlineBranch[], index: number): number {
  const parent = branches[index]?.parent
  return parent === null || parent === undefined || parent >= index ? 1 : levelOf(branches, parent) + 1
}

type LabelProps = { readonly branch: OutlineBranch; readonly isCurrent: boolean; readonly isShown: boolean }

function Label({ branch, isCurrent, isShown }: LabelProps): ReactElement {
  const texts = useTexts()
  const time = branch.at === null ? '' : formatClock(branch.at)
  return (
    <span className={css.label}>
      <span className="ellipsis">
        {isCurrent ? texts.inSession.current : oneLine(branch.text, 72) || '…'}
      </span>
      <span className="fine">
        {[texts.inSession.messages(branch.messages), time, isShown && texts.inSession.shown]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}

function nextFocus(key: string, from: number, branches: readonly OutlineBranch[]): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(branches.length - 1, from + 1)
    case 'ArrowUp':
      return Math.max(0, from - 1)
    case 'ArrowLeft':
      return branches[from]?.parent ?? from
    case 'ArrowRight': {
      const child = branches.findIndex(({ parent }) => parent === from)
      return child === -1 ? from : child
    }
    case 'Home':
      return 0
    case 'End':
      return branches.length - 1
    default:
      return undefined
  }
}
