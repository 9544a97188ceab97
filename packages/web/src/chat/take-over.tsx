import { oneLine, stripControl } from '@antiphon/core/ui'
import type { SessionHolder } from '@antiphon/server/protocol'
import { ArrowRightLeft } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatExact } from '../parts/format-time.ts'
import css from './take-over.module.css'

export type TakeOverProps = {
  readonly holder: SessionHolder
  readonly isOpening: boolean
  readonly onTake: () => void
}

/** Takes a session from whoever writes it, once a person has read who that is and what becomes of their agent. */
export function TakeOver({ holder, isOpening, onTake }: TakeOverProps): ReactElement {
  const { team, chat } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const { person, host, since } = holder
  return (
    <>
      <Button icon={ArrowRightLeft} disabled={isOpening} onClick={() => setIsAsking(true)}>
        {isOpening ? chat.opening : team.takeOver}
      </Button>
      {isAsking && (
        <Dialog
          title={team.takeOverTitle}
          width="small"
          onClose={() => setIsAsking(false)}
          foot={
            <>
              <Button onClick={() => setIsAsking(false)}>{team.cancel}</Button>
              <Button
                look="primary"
                onClick={() => {
                  setIsAsking(false)
                  onTake()
                }}
              >
                {team.confirm}
              </Button>
            </>
          }
        >
          <div className={css.content}>
            <p>{team.takeOverWho(show(person), show(host), since === null ? '' : formatExact(since))}</p>
            <p>{team.takeOverHint}</p>
          </div>
        </Dialog>
      )}
    </>
  )
}

function show(name: string): string {
  return oneLine(stripControl(name), 80)
}
