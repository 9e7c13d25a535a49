import { defineAcpAdapter, geminiProfile, kimiProfile } from '@agentmount/adapter-acp';

/** The agents that are mounted by a profile which the program brings along. */
export const kimiAdapter = defineAcpAdapter(kimiProfile);
export const geminiAdapter = defineAcpAdapter(geminiProfile);
