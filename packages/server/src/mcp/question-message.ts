import { DECISIONS, type PersonReply, type Question } from '../turns/person-reply.js';

/** The parameters of `elicitation/create` for a question: a form with one choice. */
export function elicitationForm({ message }: Question) {
  const decision = { type: 'string' as const, title: 'Decision', enum: [...DECISIONS] };
  return { message, requestedSchema: { type: 'object' as const, properties: { decision }, required: ['decision'] } };
}

/** Questions as 2026-07-28 puts them into a result, by their keys. */
export function inputRequests(questions: readonly Question[]) {
  return Object.fromEntries(
    questions.map((question) => [
      question.key,
      { method: 'elicitation/create' as const, params: { mode: 'form' as const, ...elicitationForm(question) } },
    ]),
  );
}

/** The answers that a host sends back, by the questions' keys. Whatever is no answer is one that nobody gave. */
export function readResponses(responses: Readonly<Record<string, unknown>>): Map<string, Omit<PersonReply, 'tookMs'>> {
  return new Map(
    Object.entries(responses).map(([key, response]) => {
      const { action, content } = (response ?? {}) as { readonly action?: unknown; readonly content?: unknown };
      return [key, { action, content }];
    }),
  );
}

/** Whether a host that declares these capabilities can show a form; one that names no kind of elicitation means forms. */
export function showsForms(capabilities: { readonly elicitation?: unknown } | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}
