import type { AttachedContext } from '@antiphon/server/protocol'
import type { KeyboardEvent, RefObject } from 'react'
import type { AgentFinder } from '../commands/agent-finder.ts'
import type { FormKind } from './picker-options.ts'

/** What the field in which somebody types a mention may ask of the picker. */
export type PickerHandle = {
  /** True where the key was the picker's. */
  readonly takeKey: (event: KeyboardEvent) => boolean
}

export type ContextPickerProps = {
  /** In whose folder to look. */
  readonly agent: AgentFinder
  /** The text that is selected on the page. */
  readonly selected: string
  /** What was typed behind an `@`; the picker has a field of its own without it. */
  readonly mention?: string | undefined
  readonly form?: FormKind | undefined
  readonly listId: string
  readonly handleRef?: RefObject<PickerHandle | null>
  readonly onActive?: (optionId: string | undefined) => void
  readonly onAttach: (attached: AttachedContext) => void
  /** A kind was chosen: what was typed to find it is no query any more. */
  readonly onNarrow?: () => void
  /** A form needs the focus, which a mention cannot give away by itself. */
  readonly onForm?: (form: FormKind) => void
  readonly onClose: () => void
}
