import { Undo2 } from 'lucide-react'
import { type Context, createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import { usePerson } from '../people/person.ts'
import type { StoryItem } from '../story/compute-story.ts'
import { useSessionContext } from '../story/session-context.ts'
import { type RewoundPrompt, readRewoundPrompt } from './read-rewound-prompt.ts'
import { RewindDialog } from './rewind-dialog.tsx'
import type { ChatHandle } from './use-chat.ts'
import type { OfferHandle } from './use-chat-offer.ts'

type ShowRewind = (prompt: RewoundPrompt) => void

const ShowRewindContext: Context<ShowRewind | null> = createContext<ShowRewind | null>(null)

export type RewindOffer = {
  /** Asks about a prompt; null where the session cannot be gone on with from here. */
  readonly show: ShowRewind | null
  /** Asks about the prompt of a turn, where it is one's own. */
  readonly showTurn: (heading: readonly StoryItem[]) => void
  /** The same about the newest of one's own among these; false where there is none. */
  readonly showLast: (headings: readonly (readonly StoryItem[])[]) => boolean
  /** What is asked, while it is. */
  readonly dialog: ReactElement | null
}

export type RewindOfferOptions = {
  readonly session: string
  /** How it can be gone on with. */
  readonly offer: OfferHandle['offer']
  readonly handle: ChatHandle
}

/** Whether one can go back to a prompt of a session, and the question that is asked then. */
export function useRewindOffer({ session, offer, handle }: RewindOfferOptions): RewindOffer {
  const { id } = usePerson()
  const [prompt, setPrompt] = useState<RewoundPrompt>()
  const isTalking = handle.chat !== undefined && handle.line !== 'ended'
  const problem = offer?.problem ?? null
  const mayGoOn = isTalking || (offer != null && (problem === null || problem === 'held'))
  const isHeld = !isTalking && (problem === 'held' || offer?.mayBeHeld === true)
  return {
    show: mayGoOn ? setPrompt : null,
    showTurn(heading) {
      if (mayGoOn) setPrompt(readRewoundPrompt(heading, id))
    },
    showLast(headings) {
      const own = headings.map(heading => readRewoundPrompt(heading, id))
      const last = mayGoOn ? own.findLast(found => found !== undefined) : undefined
      if (last) setPrompt(last)
      return last !== undefined
    },
    dialog: prompt ? (
      <RewindDialog
        key={prompt.uuid}
        {...{ session, prompt, handle, isHeld }}
        onClose={() => setPrompt(undefined)}
      />
    ) : null,
  }
}

export type RewindHostProps = { readonly offer: RewindOffer; readonly children: ReactNode }

/** Lets the prompts of a session be gone back to. */
export function RewindHost({ offer, children }: RewindHostProps): ReactElement {
  return (
    <ShowRewindContext value={offer.show}>
      {children}
      {offer.dialog}
    </ShowRewindContext>
  )
}

/** Asks whether to go back to a prompt of one's own. */
export function RewindAction({ items }: { readonly items: readonly StoryItem[] }): ReactElement | null {
  const texts = useTexts().chat.rewind
  const show = useContext(ShowRewindContext)
  const { agentId } = useSessionContext()
  const { id } = usePerson()
  const prompt = show && agentId === undefined ? readRewoundPrompt(items, id) : undefined
  if (!show || !prompt) return null
  return <IconButton icon={Undo2} size={14} label={texts.action} onClick={() => show(prompt)} />
}
