import type { Traits } from '../../contract/adapter.js';

/** What a requirement may depend on beside the traits of a transport: whether the adapter reads its agent's session files. */
export type ConformanceTrait = keyof Traits | 'history';

interface AdapterRule {
  readonly rule: string;
  readonly trait?: ConformanceTrait;
}

/** What an adapter says of itself, looked at without a transcript. */
export const DECLARATION_RULES = {
  'contract-version': { rule: 'The adapter was defined for the version of the contract that this core runs.' },
  definition: {
    rule: 'Name, transports and the form of session ids are as defineAdapter takes them, and the four verbs are there.',
  },
  'session-form-narrow': {
    rule: 'The form of session ids takes nothing that could be a flag, a path, or more than one line.',
  },
  texts: { rule: 'Title, texts, headings and the way to install the agent are one line each, and not blank.' },
  'options-closed': { rule: 'No options at all are valid options, and an unknown one is not.' },
  'option-defaults': {
    rule: 'Every default from the environment names an option, and what stands in for a missing or wrong value is valid.',
  },
  'option-possible': { rule: 'Every option is possible on at least one transport.' },
  refusals: {
    rule: 'A transport refuses only arguments that there are, each with a reason in one line, and no pictures that it takes.',
  },
  'own-refusal': {
    rule: "The adapter's own refusal is one line or nothing, looks at nothing else, and lets a bare setup pass.",
  },
  'files-absolute': { rule: 'The files that an adapter names have absolute paths, and it opens none of them.' },
  'history-total': {
    rule: 'Whatever stands in a line of a session file, reading it throws nothing and gives items of the contract.',
    trait: 'history',
  },
} as const satisfies Record<string, AdapterRule>;

/** Whether everything that a caller says reaches the agent. */
export const CARRY_RULES = {
  'prompt-verbatim': { rule: 'A prompt is written to the agent whole and unchanged, whatever stands in it, and once.' },
  'model-carried': {
    rule: 'The model that is asked for reaches the agent on every transport that does not refuse it.',
  },
  'system-prompt-carried': {
    rule: 'Text for the system prompt reaches the agent unchanged on every transport that does not refuse it.',
  },
  'option-carried': {
    rule: 'No option is dropped: each value makes a difference to the plan or to what is written, on every transport that does not refuse it.',
  },
  'images-carried': { rule: 'Pictures of a prompt are written to the agent.', trait: 'images' },
} as const satisfies Record<string, AdapterRule>;

/** What recordings of the real agent show. */
export const RECORDING_RULES = {
  'prompt-recorded': { rule: 'For every transport there is a transcript in which a prompt completes.' },
  'written-as-recorded': { rule: 'Fed a transcript, the codec writes what it wrote to the real agent.' },
  'session-told': { rule: "The session's id is told before a prompt completes." },
  'resume-recorded': { rule: 'For every transport there is a transcript in which a session is continued.' },
  'resume-keeps-session': {
    rule: 'A process that continues a session tells the id of that session, or says that the session is a fresh one.',
  },
  'usage-never-falls': {
    rule: 'Within a prompt the figures of scope prompt never fall, and those of scope total never fall within a session.',
  },
  'interrupt-recorded': {
    rule: 'A transport that can be interrupted has a transcript in which a prompt ends as interrupted.',
    trait: 'interrupt',
  },
  'interrupt-verb': {
    rule: "The verb interrupt gives what the codec's own method gives, and undefined where there is no such method.",
  },
  'steer-recorded': {
    rule: 'A transport that can be steered has a transcript in which a steer is delivered.',
    trait: 'steer',
  },
  'approval-recorded': {
    rule: 'A transport that asks has a transcript in which an approval is answered.',
    trait: 'asks',
  },
  'answer-decides': { rule: 'Allowing and denying an approval write different things.', trait: 'asks' },
  'models-recorded': {
    rule: 'A transport that lists models has a transcript in which it names at least one.',
    trait: 'models',
  },
} as const satisfies Record<string, AdapterRule>;

/** What the agent's own program does under core's supervision. */
export const PROCESS_RULES = {
  'process-answer': {
    rule: "A turn on the agent's own program completes with an answer and a session, and nothing of it runs on.",
  },
  'process-resume': { rule: 'A new process continues the session and keeps its id.' },
  'process-unknown-session': {
    rule: 'Asked to continue a session that it does not know, the agent fails or begins a fresh one, as the adapter declares.',
  },
  'process-interrupt': {
    rule: 'A turn that is stopped ends as interrupted, by its own protocol where the transport can be interrupted, and nothing of it runs on.',
  },
  'process-killed': {
    rule: 'A turn whose agent is killed fails by name, keeps its session, and nothing of it runs on.',
  },
  'process-steer': {
    rule: 'A message sent into a turn is taken up by the running prompt or by the next one, and the turn completes.',
  },
  'process-approval': {
    rule: 'An approval that is allowed and one that is denied both let the turn go on to its end.',
    trait: 'asks',
  },
  'process-models': { rule: 'Asked for its models the agent names them, and is not asked where no transport can.' },
} as const satisfies Record<string, AdapterRule>;
