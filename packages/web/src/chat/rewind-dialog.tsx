import { oneLine } from '@antiphon/core/ui'
import type { AgentId, FileRewind } from '@antiphon/server/protocol'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { FilePath, PlusMinus } from '../controls/marks.tsx'
import { useToast } from '../controls/toast.tsx'
import { useTexts } from '../page/page-context.ts'
import { toShownPath } from '../parts/shown-path.ts'
import { AgentMenu } from './agent-menus.tsx'
import type { RewoundPrompt } from './read-rewound-prompt.ts'
import css from './rewind.module.css'
import { useAgents } from './use-agents.ts'
import type { ChatHandle } from './use-chat.ts'
import { type RewindChoice, useRewind } from './use-rewind.ts'

export type RewindDialogProps = {
  readonly session: string
  readonly prompt: RewoundPrompt
  readonly handle: ChatHandle
  /** Another program may write the session: its conversation can go on in a copy, its files stay alone. */
  readonly isHeld: boolean
  readonly onClose: () => void
}

/** Asks what shall be as it was before a prompt, and shows first what that changes. */
export function RewindDialog(props: RewindDialogProps): ReactElement {
  const { session, prompt, handle, isHeld, onClose } = props
  const texts = useTexts().chat
  const words = texts.rewind
  const toast = useToast()
  const { chat, line, state } = handle
  const isOpen = chat !== undefined && line !== 'ended'
  const isWorking = isOpen && state.phase === 'running'
  const { agents, agent, choose } = useAgents(!isOpen)
  useAgentFor({ handle, agent: agent?.id, isWanted: !isOpen && !isHeld })
  const { preview, run, isRunning, trouble } = useRewind({
    ...{ session, prompt, handle },
    agent: agent?.id,
    isAsked: isOpen && !isWorking,
    onDone(files) {
      if (files) toast({ words: [words.done(files.filesChanged.length), ...files.notices].join(' ') })
      onClose()
    },
  })
  const mayRewindFiles = preview?.canRewind === true && preview.filesChanged.length > 0
  const [chosen, setChosen] = useState<RewindChoice>()
  const choice = chosen ?? (mayRewindFiles ? 'both' : 'conversation')
  const isReady = !isWorking && !isRunning && (choice === 'conversation' || mayRewindFiles)
  const refused = isOpen ? '' : (state.trouble?.words ?? '')
  return (
    <Dialog
      title={words.title}
      sub={oneLine(prompt.draft.text, 120)}
      width="small"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" disabled={!isReady} onClick={() => run(choice)}>
            {isRunning ? words.running : words.run}
          </Button>
        </>
      }
    >
      <div className={css.content}>
        <fieldset className={css.choices} aria-label={words.choices}>
          {CHOICES.map(one => (
            <label key={one} className={css.choice}>
              <input
                type="radio"
                name="rewind"
                checked={choice === one}
                disabled={isRunning || (one !== 'conversation' && !mayRewindFiles)}
                onChange={() => setChosen(one)}
              />
              <span>
                <b>{words[one]}</b>
                <small>{words[`${one}Hint`]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {isWorking && (
          <p className={css.working}>
            {words.working}
            <Button onClick={() => handle.wish({ subtype: 'interrupt' })}>{texts.stop}</Button>
          </p>
        )}
        <div className={css.files} aria-live="polite">
          {preview && <Preview files={preview} cwd={chat?.cwd} />}
          {!preview && !isWorking && (
            <p>{isHeld ? words.elsewhere : refused || (isOpen ? words.looking : words.starting)}</p>
          )}
          {!isOpen && agent && agents.length > 1 && (
            <AgentMenu agents={agents} value={agent.id} onChange={choose} />
          )}
        </div>
        <p className={css.limits}>{words.limits}</p>
        {trouble !== '' && (
          <p className={css.trouble} role="alert">
            {trouble}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const CHOICES: readonly RewindChoice[] = ['both', 'conversation', 'files']
const MAX_NOTICES = 20

function Preview({
  files,
  cwd,
}: {
  readonly files: FileRewind
  readonly cwd: string | undefined
}): ReactElement {
  const words = useTexts().chat.rewind
  const { canRewind, error, filesChanged, insertions, deletions, notices } = files
  if (!canRewind)
    return (
      <p>
        {words.cannot} {error}
      </p>
    )
  return (
    <>
      <p>
        {filesChanged.length === 0 ? words.noChange : words.changes(filesChanged.length)}{' '}
        <PlusMinus added={insertions} removed={deletions} />
      </p>
      {filesChanged.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <ul className={css.list} aria-label={words.changedFiles} tabIndex={0}>
          {filesChanged.map(path => (
            <li key={path}>
              <FilePath path={oneLine(toShownPath(path, cwd), 400)} />
            </li>
          ))}
        </ul>
      )}
      {notices.slice(0, MAX_NOTICES).map(notice => (
        <p key={notice}>{notice}</p>
      ))}
    </>
  )
}

type UseAgentForOptions = {
  readonly handle: ChatHandle
  readonly agent: AgentId | undefined
  readonly isWanted: boolean
}

/** Only an agent knows what files were: one is started on the session, once for each that is chosen. */
function useAgentFor({ handle, agent, isWanted }: UseAgentForOptions): void {
  const open = useEffectEvent(() => {
    if (isWanted && agent !== undefined && !handle.isOpening && !handle.isJoining) handle.open({ agent })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each agent is tried once
  useEffect(() => open(), [agent])
}
