import type { ReactElement } from 'react'
import { ChoiceMenu } from '../controls/choice-menu.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { useAnswer } from '../page/use-answer.ts'
import { AGENT_IDS, findDefaultAgent } from './default-agent.ts'
import { SettingRow } from './setting-row.tsx'
import css from './settings.module.css'

const AGENTS = ['claude-code', 'antiphon', 'demo'] as const
const MODES = ['default', 'acceptEdits', 'plan'] as const

/** Who answers in a new chat, with which model, and what it may do unasked. */
export function AgentSettings(): ReactElement {
  const { settings: words } = useTexts()
  const { settings, change } = useSettings()
  const { data: choices } = useAnswer('chat/choices', {})
  const { data: agents } = useAnswer('chat/agents', {})
  const answers = agents && findDefaultAgent(agents, settings)
  const isThere = (agent: (typeof AGENTS)[number]): boolean =>
    agents === undefined || agents.some(({ id }) => id === AGENT_IDS[agent])
  const used = AGENTS.find(agent => AGENT_IDS[agent] === answers?.id)
  const models = (choices?.models ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <fieldset className={css.agents} aria-label={words.agentSection}>
        {AGENTS.map(agent => (
          <label key={agent} className={css.agent}>
            <input
              type="radio"
              name="agent"
              checked={settings.agent === agent}
              onChange={() => change({ agent })}
            />
            <span>
              <b>{words.agents[agent].name}</b>
              <small>{words.agents[agent].hint}</small>
              {!isThere(agent) && (
                <small className={css.missing}>
                  {words.agents[agent].missing}
                  {settings.agent === agent && used && ` ${words.answersInstead(words.agents[used].name)}`}
                </small>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={css.card}>
        <SettingRow name={words.model} hint={words.modelHint}>
          <ChoiceMenu
            label={words.model}
            align="end"
            value={settings.model}
            onChange={model => change({ model })}
            choices={[
              { value: '', label: words.agentsModel },
              ...models,
              ...(settings.model !== '' && models.every(({ value }) => value !== settings.model)
                ? [{ value: settings.model, label: settings.model }]
                : []),
            ]}
          />
        </SettingRow>
        <SettingRow name={words.mode}>
          <Segmented
            label={words.mode}
            value={settings.permissionMode}
            onChange={permissionMode => change({ permissionMode })}
            segments={MODES.map(value => ({ value, label: words.modes[value] }))}
          />
        </SettingRow>
      </div>
    </>
  )
}
