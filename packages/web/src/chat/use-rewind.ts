import type { AgentId, FileRewind } from '@antiphon/server/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { readRefusal } from '../client/failure.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { keepChatMemory } from './chat-memory.ts'
import type { RewoundPrompt } from './read-rewound-prompt.ts'
import type { ChatHandle } from './use-chat.ts'
import { keepDraft } from './use-draft.ts'

/** What is taken back. */
export type RewindChoice = 'both' | 'conversation' | 'files'

export type Rewind = {
  /** What bringing files back would change; undefined until it is known. */
  readonly preview: FileRewind | undefined
  readonly run: (choice: RewindChoice) => void
  readonly isRunning: boolean
  /** Why it was not done; empty where nothing went wrong. */
  readonly trouble: string
}

export type UseRewindOptions = {
  readonly session: string
  readonly prompt: RewoundPrompt
  readonly handle: ChatHandle
  /** Who shall go on, where nobody is talked to yet. */
  readonly agent: AgentId | undefined
  /** Whether the agent can be asked now. */
  readonly isAsked: boolean
  /** What was done to files; nothing where none were meant. */
  readonly onDone: (files: FileRewind | undefined) => void
}

/** Going back to before a prompt: what it would change, and doing it. */
export function useRewind(options: UseRewindOptions): Rewind {
  const { session, prompt, handle, isAsked, onDone } = options
  const texts = useTexts().chat
  const client = useClient()
  const chat = handle.chat?.chat ?? ''
  const message = prompt.uuid
  const looking = useQuery({
    queryKey: ['chat-rewind', chat, message],
    enabled: isAsked,
    // Files change behind the page.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => client.post('chat/rewind', { chat, message, isDryRun: true }, signal),
  })

  async function rewindFiles(): Promise<FileRewind> {
    const files = await client.post('chat/rewind', { chat, message, isDryRun: false })
    if (!files.canRewind) throw new Error(`${texts.rewind.cannot} ${files.error}`)
    // Claude Code tells which files only when it is asked what would be.
    const { filesChanged = [] } = files.filesChanged.length > 0 ? files : (looking.data ?? {})
    return { ...files, filesChanged }
  }

  /** The session stays as it is: what goes on earlier is a copy. */
  async function rewindConversation(): Promise<void> {
    const { chat: open, state } = handle
    const agent = open?.agent ?? options.agent
    const mode = state.permissionMode ?? open?.permissionMode
    const opened = await client.post('chat/open', {
      ...{ session, fork: true, before: message },
      ...(agent && { agent }),
      ...(open && !open.isDemo && state.model && { model: state.model }),
      // One that is asked for on the command line alone cannot be asked for here.
      ...(mode && mode !== 'bypassPermissions' && { permissionMode: mode }),
    })
    keepDraft(opened.session, prompt.draft)
    keepChatMemory(opened.session, { chat: opened, sent: [], isNew: true })
    goTo({ kind: 'session', id: opened.session })
  }

  const running = useMutation({
    async mutationFn(choice: RewindChoice) {
      const files = choice === 'conversation' ? undefined : await rewindFiles()
      if (choice !== 'files')
        await rewindConversation().catch(error => {
          const words = readRefusal(error) || texts.notReached
          throw new Error(files ? `${texts.rewind.halfDone} ${words}` : words)
        })
      return files
    },
    onSuccess: onDone,
  })
  return {
    preview:
      looking.data ?? (looking.error ? toFailed(readRefusal(looking.error) || texts.notReached) : undefined),
    run: running.mutate,
    isRunning: running.isPending,
    trouble: running.error instanceof Error ? running.error.message : '',
  }
}

function toFailed(error: string): FileRewind {
  return { canRewind: false, error, filesChanged: [], insertions: 0, deletions: 0, notices: [] }
}
