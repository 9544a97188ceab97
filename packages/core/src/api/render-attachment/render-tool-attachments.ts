import type { AnyToolAttachment, DeferredToolsDeltaAttachment } from '../../message/attachment-tool.ts'
import { joinParagraphs, listUnder, objectsOf, textOf, textsOf } from './read-field.ts'
import { notSeen, type Renderers, type Untrusted } from './renderer.ts'

/** What the model may call: tools, agents, skills and MCP servers. */
export const TOOL_RENDERERS: Renderers<AnyToolAttachment> = {
  deferred_tools_delta: attachment => {
    const said = joinParagraphs(
      listUnder(
        'These deferred tools can be used now. Load their schemas with ToolSearch before you call them:',
        addedTools(attachment),
      ),
      listUnder('These deferred tools are gone. Do not call them:', textsOf(attachment.removedNames)),
      listUnder('MCP servers that are still connecting:', textsOf(attachment.pendingMcpServers)),
      listUnder('MCP servers that the user must authorize first:', textsOf(attachment.needsAuthMcpServers)),
      listUnder('MCP servers that failed to connect:', textsOf(attachment.failedMcpServers)),
    )
    return said === '' && textsOf(attachment.wireHiddenNames).length > 0 ? null : said
  },
  agent_listing_delta: ({ addedLines, addedTypes, removedTypes, showConcurrencyNote }) => {
    const added = linesOf(addedLines, addedTypes)
    return joinParagraphs(
      listUnder('These types of agents can be started now:', added),
      listUnder('These types of agents are gone:', textsOf(removedTypes)),
      showConcurrencyNote === true && added.length > 0
        ? 'Start agents that do not depend on each other in one message, so that they work side by side.'
        : '',
    )
  },
  agent_mention: ({ agentType }) =>
    textOf(agentType) &&
    `The user asks for the agent ${textOf(agentType)}. Start it and give it all that it needs to know.`,
  mcp_instructions_delta: ({ addedBlocks, addedNames, removedNames }) => {
    const blocks = textsOf(addedBlocks)
    return joinParagraphs(
      blocks.length > 0
        ? joinParagraphs('# Instructions of MCP servers', blocks)
        : listUnder('These MCP servers have joined:', textsOf(addedNames)),
      listUnder('These MCP servers are gone, and their instructions with them:', textsOf(removedNames)),
    )
  },
  skill_listing: ({ content, names }) =>
    listUnder('These skills can be called with the Skill tool:', linesOf(content, names)),
  skill_discovery: ({ skills }) =>
    listUnder(
      'These skills may help with the task. Call the Skill tool by name to use one:',
      objectsOf(skills).flatMap(({ name, description }) =>
        textOf(name) ? `- ${textOf(name)}${textOf(description) && `: ${textOf(description)}`}` : [],
      ),
    ),
  // A skill listing announces them.
  dynamic_skill: notSeen,
  invoked_skills: ({ skills }) => {
    const used = objectsOf(skills).map(
      ({ name, path, content }) =>
        textOf(content) &&
        `## ${textOf(name) || 'Skill'}${textOf(path) && ` (${textOf(path)})`}\n${textOf(content)}`,
    )
    const body = joinParagraphs(used)
    return body && joinParagraphs('These skills were called in this session. Go on following them:', body)
  },
}

/** Tools that came back may or may not stand among the added ones. */
function addedTools(attachment: Untrusted<DeferredToolsDeltaAttachment>): readonly string[] {
  const names = textsOf(attachment.addedNames)
  const readded = textsOf(attachment.readdedNames).filter(name => !names.includes(name))
  return [...linesOf(attachment.addedLines, names), ...readded]
}

/** The first list that has lines. */
function linesOf(...lists: readonly unknown[]): readonly string[] {
  return lists.map(textsOf).find(lines => lines.length > 0) ?? []
}
