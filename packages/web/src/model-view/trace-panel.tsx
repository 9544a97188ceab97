import type { ToldStep, ToolTrace, TracedCopy, TracedRequest } from '@antiphon/core/inspect'
import { oneLine } from '@antiphon/core/ui'
import { Fragment, type ReactElement, type ReactNode, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { classNames } from '../controls/class-names.ts'
import { useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import { formatExact } from '../parts/format-time.ts'
import css from './trace-panel.module.css'

export type TraceProps = { readonly log: string; readonly tool: string }

/** Opens the life of a tool result below it. */
export function TraceAction({ log, tool }: TraceProps): ReactElement {
  const texts = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classNames('more', css.action)}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {texts.model.trace.open}
      </button>
      {isOpen && <TracePanel log={log} tool={tool} />}
    </>
  )
}

function TracePanel({ log, tool }: TraceProps): ReactElement {
  const texts = useTexts()
  const { data: trace, error } = useAnswer('model/trace', { session: log, tool })
  return (
    <section className={css.trace} aria-label={texts.model.trace.title}>
      {trace ? (
        <TraceBody trace={trace} />
      ) : (
        <p role="status">{error ? texts.failures[readFailure(error)] : texts.loading}</p>
      )}
    </section>
  )
}

function TraceBody({ trace }: { readonly trace: ToolTrace }): ReactElement {
  const { trace: words } = useTexts().model
  const { fates, steps } = trace
  return (
    <>
      <h3>{words.made}</h3>
      <Birth trace={trace} />
      {steps.length > 0 && (
        <details>
          <summary>{words.steps}</summary>
          <StepTable steps={steps} />
        </details>
      )}
      <h3>{words.requests}</h3>
      <Requests trace={trace} />
      {fates.length > 0 && (
        <>
          <h3>{words.afterwards}</h3>
          <ul>
            {fates.map(({ kind, uuid, at }) => (
              <li key={`${kind} ${uuid}`}>
                {words.fates[kind]} <Time at={at} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Birth({ trace: { call, results } }: { readonly trace: ToolTrace }): ReactElement {
  const { trace: words } = useTexts().model
  return (
    <dl>
      <Row name="tool_use">
        {call ? (
          <>
            {oneLine(call.title, 200)} · {words.calledBy(call.agent, call.model)} <Time at={call.at} />
          </>
        ) : (
          words.notCalled
        )}
      </Row>
      {results.length === 0 && <Row name="tool_result">{words.noResult}</Row>}
      {results.map(({ uuid, at, milliseconds, isError, content, toolUseResult }) => (
        <Fragment key={`${uuid} ${at}`}>
          <Row name="tool_result">
            {milliseconds !== null && words.after(milliseconds)} {isError && words.failed} <Time at={at} />
          </Row>
          <Row name="message.content">
            <Copy copy={content} />
          </Row>
          <Row name="toolUseResult">{toolUseResult ? <Copy copy={toolUseResult} /> : words.noCopy}</Row>
        </Fragment>
      ))}
    </dl>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>
        <code>{name}</code>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function Copy({ copy: { type, units, preview } }: { readonly copy: TracedCopy }): ReactElement {
  const { trace: words } = useTexts().model
  return (
    <>
      {words.copy(type, units)} <span className="quiet">{oneLine(preview, 200)}</span>
    </>
  )
}

function Time({ at }: { readonly at: string | null }): ReactNode {
  if (at === null) return null
  return (
    <time className="quiet" dateTime={at}>
      {oneLine(formatExact(at), 40)}
    </time>
  )
}

function StepTable({ steps }: { readonly steps: readonly ToldStep[] }): ReactElement {
  const { trace: words } = useTexts().model
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.step}</th>
          <th scope="col">{words.effect}</th>
          <th scope="col">{words.place}</th>
          <th scope="col">{words.told}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ stage, effect, place, repairs, left }) => (
          <tr key={stage} className={effect === 'kept' ? 'quiet' : ''}>
            <th scope="row">
              <code>{stage}</code>
            </th>
            <td>{words.effects[effect]}</td>
            <td>{place && `${place.side}[${place.position}]`}</td>
            <td>
              {repairs.map(({ rule, detail }) => `${rule} ${oneLine(detail, 120)}`).join('; ')}{' '}
              {left && <Copy copy={left} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Requests({ trace: { runs, next } }: { readonly trace: ToolTrace }): ReactElement {
  const { trace: words } = useTexts().model
  const line = (name: string, { place, state }: Pick<TracedRequest, 'place' | 'state'>): ReactElement => (
    <li key={name}>
      {name}: {place && <code>{`messages[${place.message}].content[${place.block}]`}</code>}{' '}
      <span className={state === 'whole' ? 'is-good' : 'is-warn'}>{words.states[state]}</span>
    </li>
  )
  return (
    <ul>
      {runs.map(run => line(run.from === run.to ? `${run.from}` : `${run.from}–${run.to}`, run))}
      {line(words.next(next.number), next)}
    </ul>
  )
}
