import { readAcpName } from '@antiphon/core/chat'
import { formatModel, oneLine, stripControl } from '@antiphon/core/ui'
import type { AgentChoice, AgentId, ChatModel } from '@antiphon/server/protocol'
import { Bot, Plug, ShieldCheck, Sparkles, SquareTerminal } from 'lucide-react'
import type { ReactElement } from 'react'
import { type Choice, ChoiceMenu } from '../controls/choice-menu.tsx'
import type { ChatTexts } from '../language/chat-texts.ts'
import { useTexts } from '../page/page-context.ts'
import css from './chat.module.css'

export type AgentMenuProps = {
  readonly agents: readonly AgentChoice[]
  readonly value: AgentId
  readonly onChange: (agent: AgentId) => void
}

const AGENT_ICONS: Readonly<Record<string, typeof Bot>> = {
  claude: SquareTerminal,
  antiphon: Bot,
  demo: Sparkles,
}

function iconOf(agent: AgentId): typeof Bot {
  return AGENT_ICONS[agent] ?? Plug
}

/** Who answers: what is installed, ours, or the demo, each with what it costs or whose key it takes. */
export function AgentMenu({ agents, value, onChange }: AgentMenuProps): ReactElement {
  const texts = useTexts().chat
  const choices: readonly Choice<AgentId>[] = agents.map(agent => ({
    value: agent.id,
    label: nameAgent(agent.id, texts),
    icon: iconOf(agent.id),
    hint: describeAgent(agent, texts),
  }))
  return (
    <span className={css.wide}>
      <ChoiceMenu
        label={texts.agent}
        icon={iconOf(value)}
        look="quiet"
        side="above"
        {...{ choices, value, onChange }}
      />
    </span>
  )
}

/** What people call an agent, in every language. */
export function nameAgent(agent: AgentId, texts: ChatTexts): string {
  const name = readAcpName(agent)
  if (name !== null) return name
  return agent === 'demo' ? texts.demoAgent : (AGENT_NAMES[agent] ?? agent)
}

const AGENT_NAMES: Readonly<Record<string, string>> = { claude: 'Claude Code', antiphon: 'Antiphon' }

/** Whose login or key an agent has. */
export function describeAgent(agent: AgentChoice, texts: ChatTexts): string {
  switch (agent.id) {
    case 'claude':
      return texts.agentHints.claude(agent.version)
    case 'antiphon':
      return texts.agentHints.antiphon(
        oneLine(stripControl(texts.providers[agent.provider] ?? agent.provider), 60),
        texts.keyFrom[agent.keyFrom],
      )
    case 'demo':
      return texts.agentHints.demo
    default:
      return texts.agentHints.acp(oneLine(stripControl(agent.path), 60))
  }
}

export type ModelMenuProps = {
  readonly models: readonly ChatModel[]
  /** Empty for the default. */
  readonly value: string
  readonly onChange: (model: string) => void
}

/** Which model answers; nothing where there is nothing to choose. */
export function ModelMenu({ models, value, onChange }: ModelMenuProps): ReactElement | null {
  const texts = useTexts().chat
  if (models.length === 0) return null
  const isKnown = models.some(({ id }) => id === value)
  const all = isKnown ? models : [{ id: value, name: value }, ...models]
  const choices = all.map(({ id, name }) => ({ value: id, label: nameModel(id, name, texts) }))
  return <ChoiceMenu label={texts.model} look="quiet" side="above" {...{ choices, value, onChange }} />
}

/** `opus (claude-opus-4-5)` is what programs write. */
function nameModel(id: string, name: string, texts: ChatTexts): string {
  if (id === '' || id === 'default') return texts.defaultModel
  const inner = /\((claude-[^)]+)\)$/.exec(name)?.[1]
  return oneLine(stripControl(formatModel(inner ?? (name || id))), 60)
}

export type ModeMenuProps = {
  readonly modes: readonly string[]
  readonly value: string
  readonly onChange: (mode: string) => void
}

/** How freely the agent may act. */
export function ModeMenu({ modes, value, onChange }: ModeMenuProps): ReactElement {
  const texts = useTexts().chat
  const choices = [...new Set([...modes, value])]
    .filter(mode => mode !== '')
    .map(mode => ({ value: mode, label: texts.modes[mode] ?? mode, hint: texts.modeHints[mode] }))
  return (
    <ChoiceMenu
      label={texts.mode}
      icon={ShieldCheck}
      look="quiet"
      side="above"
      {...{ choices, value, onChange }}
    />
  )
}

/** The mode behind one, as Shift-Tab leads through those that change what is asked. */
export function findNextMode(mode: string, modes: readonly string[]): string {
  const walk = CYCLE.filter(one => modes.includes(one))
  return walk[(walk.indexOf(mode) + 1) % walk.length] ?? mode
}

const CYCLE = ['default', 'acceptEdits', 'plan']
