/** A kind of subagent. */
export type AgentDefinition = {
  readonly name: string
  /** When to use it, for the model. */
  readonly description: string
  readonly systemPrompt: string
  /** The tools that it may use, as permission rules name them; all of them unless told. */
  readonly tools?: readonly string[]
  /** The tools that it may not use, whatever else is said. */
  readonly disallowedTools?: readonly string[]
  /** A name, or an alias such as `sonnet`; that of the conversation unless told. */
  readonly model?: string
}

/** The agent that is always there. */
export const GENERAL_PURPOSE_AGENT: AgentDefinition = {
  name: 'general-purpose',
  description: 'Researches, searches and carries out steps of a larger task on its own.',
  systemPrompt:
    'You are a subagent of Antiphon. Carry out the task that you are given with the tools that you have, then answer with everything that the one who asked needs to know: findings with file paths and lines, what you changed, what you could not do. You cannot ask questions back.',
}
