import { describe } from 'vitest';
import { type EndlessAgent, type TurnEnd, turnEndTest } from './turn-end-tests.js';

const AGENTS: readonly EndlessAgent[] = [
  ['leaves-children', { after: 'hang' }, 'children-left'],
  ['leaves-children', { after: 'hang', holdsOutput: true }, 'children-left'],
  ['ignores-signals', {}, 'prompted'],
  ['forks-while-dying', {}, 'prompted'],
  ['hops', {}, 'prompted'],
];
const ENDS: readonly TurnEnd[] = ['cancelled', 'deadline', 'host closes', 'server killed'];

describe.each(AGENTS)('no process is left of an agent of the kind %s %j', (...agent) => {
  for (const end of ENDS) turnEndTest(end, agent as EndlessAgent);
});
