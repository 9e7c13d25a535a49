import type { VariablesLanguage } from '@agentmount/testkit/scenarios';

/** Defaults that are words, and meanings, as README.ru.md has them: a sentence that changes in the code has to be translated again here. */
const SENTENCES: Readonly<Record<string, string>> = {
  unset: 'не задано',
  'by host': 'по хосту',
  'what qwen uses': 'какую выберет qwen',
  'Path or name of the program.': 'Путь или имя программы.',
  'Model of a call that names none.': 'Модель для вызова, который её не называет.',
  'Transport of a call that names none: stream or print or acp.':
    'Транспорт для вызова, который его не называет: stream, print или acp.',
  'Deadline of a turn that asks for none; 0 is no deadline.':
    'Предельное время хода, если вызов его не задал; 0 — без ограничения.',
  'The largest timeout_ms that a call may ask for; 0 is as long as a timer can wait.':
    'Наибольший timeout_ms, который может попросить вызов; 0 — сколько способен ждать таймер.',
  'Turns at once, counted over all servers of one user that share the state folder; more are queued.':
    'Сколько ходов идёт одновременно, по всем серверам пользователя с общим каталогом состояния; остальные ждут в очереди.',
  'Longest answer in a report, in characters; unset, answers are not cut.':
    'Наибольшая длина ответа в отчёте, в символах; если не задано, ответы не обрезаются.',
  'How many characters of stderr a failure report shows.': 'Сколько символов stderr показывает отчёт о неудаче.',
  '1 shows protocol lines on stderr as they are instead of counting them.':
    '1 — показывать строки протокола в stderr как есть, а не считать их.',
  'Unread bytes at which reading from the agent pauses until they are handled.':
    'Сколько непрочитанных байтов приостанавливают чтение от агента, пока они не обработаны.',
  'Longest message from the agent, in bytes; a longer one is dropped, and the report says so.':
    'Наибольшая длина сообщения от агента, в байтах; более длинное отбрасывается, и отчёт об этом говорит.',
  'Longest message from the host, in bytes; a longer one is answered with an error.':
    'Наибольшая длина сообщения от хоста, в байтах; на более длинное сервер отвечает ошибкой.',
  'Sessions remembered; a forgotten one can still be continued when its cwd is given.':
    'Сколько сессий помнит сервер; забытую можно продолжить, указав её cwd.',
  'Time from SIGTERM to SIGKILL.': 'Время между SIGTERM и SIGKILL.',
  "Time that the agent's own stop gets before signals.":
    'Сколько времени даётся агенту остановиться самому, прежде чем пойдут сигналы.',
  'Longest time from the start of the process to its being ready. On Linux, time in which the machine has no processor for it does not count.':
    'Наибольшее время от запуска процесса до его готовности. В Linux время, когда процессу не досталось процессора, не считается.',
  'Longest time that qwen_models may take.': 'Наибольшее время работы qwen_models.',
  'File that remembers which session belongs to which directory; locks and long answers lie beside it.':
    'Файл, который помнит, к какому каталогу относится сессия; рядом лежат блокировки и длинные ответы.',
  'Words put before the command line, for example a sandbox; split as a shell splits them, no shell is run. {cwd} stands for the directory of the turn.':
    'Слова, которые ставятся перед командной строкой, например песочница; делятся так, как их делит оболочка, но сама оболочка не запускается. {cwd} означает каталог хода.',
  'remote when the wrapper runs the agent on another machine or in a container: ssh HOST, or words that end in sh -c.':
    'remote, если обёртка запускает агента на другой машине или в контейнере: ssh HOST или слова, которые кончаются на sh -c.',
  'How long a call waits for its turn before it returns a note that the turn is still running.':
    'Сколько вызов ждёт свой ход, прежде чем вернуть промежуточный ответ о том, что ход ещё идёт.',
  'How long an approval waits for an answer before it is denied; 0 denies at once.':
    'Сколько запрос разрешения ждёт ответа, прежде чем будет отклонён; 0 — отклонять сразу.',
  "person: only a person's yes counts for an approval, not the calling model's.":
    'person: разрешение может дать только человек, а не вызывающая модель.',
  'Names of the environment variables that the agent gets, separated by commas, * allowed; unset, all.':
    'Имена переменных окружения, которые получит агент, через запятую, допускается *; если не задано — все.',
  'Processes that may wait, started but without a task, for the next call; none outlives the server.':
    'Сколько запущенных процессов без задачи может ждать следующего вызова; ни один не переживёт сервер.',
  'How long the process of a turn that ended well stays for the next turn of its own session; 0, not at all.':
    'Сколько процесс успешно завершённого хода остаётся для следующего хода той же сессии; 0 — не остаётся.',
  'Delegations inside delegations that are allowed.':
    'Допустимая вложенность: сколько раз можно поручать изнутри поручения.',
  'Default of approval_mode. What qwen may do without asking. plan: only look. yolo: everything. Invalid or empty means default.':
    'Значение approval_mode по умолчанию: что qwen может делать без спроса. plan — только смотреть, yolo — всё. Неверное или пустое значение означает default.',
};

/** The table of variables in Russian. Throws for a sentence that has no translation. */
export const russian: VariablesLanguage = {
  heads: ['переменная', 'по умолчанию'],
  translate(text) {
    const translated = SENTENCES[text];
    if (translated === undefined) throw new Error(`test/russian.ts has no translation of ${JSON.stringify(text)}`);
    return translated;
  },
};
