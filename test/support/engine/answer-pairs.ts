/** Two answers to a question. */
export type AnswerPair = [left: string, right: string, query: string]

const OPEN = 'What is it?'
const BARKS = 'Does it bark?'
const MANY = 'How many people live there?'
const SOLVE = 'Solve x^2 - 5x + 6 = 0.'
const JAPAN = '日本の首都はどこですか。'
const WHO = 'Who had the idea?'
const WHERE = 'Where is it found?'
const WHEN = 'When did they land on the moon?'
const CAPITAL = 'What is the capital of France?'
const COLOURS = 'What are the primary colours of light?'
const SKY = 'Why is the sky blue?'
const CHOICE = 'Which animal barks? (A) a cat (B) a dog (C) a cow'

/** Closed answers that are one. */
export const EQUAL_ANSWERS: AnswerPair[] = [
  ['42', '42.0', OPEN],
  ['1 km', '1,000 metres', OPEN],
  ['0.5', '50%', OPEN],
  ['(B)', 'b', CHOICE],
  ['B', 'a dog', CHOICE],
  ['I think it is B', 'B', CHOICE],
  ['The animal that is known to bark is (B)', 'B', CHOICE],
  ['yes', 'Yes, it does.', BARKS],
  ['Yes', 'Botanically yes, it is a fruit', 'Is a tomato a fruit?'],
  ['1969', '20 July 1969', WHEN],
  ['Einstein', 'Albert Einstein', OPEN],
  ['USA', 'United States of America', OPEN],
  ['red, green, blue', 'Blue, red and green', OPEN],
  ['**Paris**', 'The answer is Paris.', OPEN],
  ['about 1,206,000', '1,206,400', MANY],
  ['東京', '日本の首都は東京です。', JAPAN],
  ['東京', '日本の首都は東京です。', 'What is the capital of Japan?'],
  ['Die Hauptstadt von Frankreich ist Paris', 'Paris, France', CAPITAL],
  ['Die Hauptstadt von Frankreich ist Paris', 'Paris, France', 'Was ist die Hauptstadt von Frankreich?'],
  ['$x=2$ and $x=3$', '\\(x\\in\\{2,3\\}\\)', SOLVE],
  ['$x=2$ and $x=3$', '3, 2', SOLVE],
  ['\\(x\\in\\{2,3\\}\\)', '3, 2', SOLVE],
]

/** Closed answers of one kind that differ. */
export const DIFFERENT_ANSWERS: AnswerPair[] = [
  ['42', '43', OPEN],
  ['42 km', '42 kg', OPEN],
  ['A', 'B', CHOICE],
  ['B', 'a cow', CHOICE],
  ['yes', 'no', OPEN],
  ['Botanically yes, it is a fruit and no vegetable', 'No, it is a vegetable', 'Is a tomato a fruit?'],
  [
    'Ja, Ibuprofen ist in der Schwangerschaft bis zur 28. Woche sicher',
    'Nein, Ibuprofen ist in der Schwangerschaft bis zur 28. Woche nicht sicher',
    'Ist Ibuprofen in der Schwangerschaft sicher?',
  ],
  ['1969', '1970', WHEN],
  ['Paris', 'London', OPEN],
  ['red, green, blue', 'red, green, black', OPEN],
  ['No more than 5', 'No fewer than 10', OPEN],
  ['No more than 5', 'No fewer than 10', 'Are there any left?'],
  ['Over 50', 'Under 50', OPEN],
  ['More than 100', 'Less than 100', OPEN],
  ['at least 3', 'at most 3', OPEN],
  ['over 50', '50', OPEN],
  ['before noon', 'after noon', WHEN],
  ['before 1969', 'after 1969', WHEN],
  ['Not Paris', 'Paris', OPEN],
  ['ethanol', 'methanol', OPEN],
  ['absorption', 'adsorption', OPEN],
  ['fluorine', 'fluoride', OPEN],
  ['Dominica', 'Dominican Republic', OPEN],
  ['Virginia', 'West Virginia', OPEN],
  ['Guinea', 'Papua New Guinea', OPEN],
  ['Korea', 'South Korea', OPEN],
  ['299792458', '1.00e-1995', OPEN],
  ['1,206,000', '1,206,400', MANY],
  ['Die Hauptstadt von Frankreich ist Lyon', 'Paris, France', CAPITAL],
  ['Elizabeth I', 'Elizabeth II', WHO],
  ['Alice with 120 votes', 'Bob with 120 votes', 'Who won, and how many votes did they get?'],
  ['red, green, blue', 'blue, green, red', 'Rank the colours by their wavelength.'],
]

/** Sentences, each with a short answer that it states. */
export const STATED_ANSWERS: AnswerPair[] = [
  ['It is 42 km from here to there', '42 km', OPEN],
  ['There are forty-two, as anyone can see', '42', OPEN],
  ['There are over 50 of them', 'more than 50', OPEN],
  ['It is 42. It is not easy to see why.', '42', OPEN],
  ['It was Albert Einstein who had the idea', 'Einstein', OPEN],
  ['It was Albert Einstein who had the idea', 'Einstein', WHO],
  ['Nobody but Einstein had the idea', 'Einstein', WHO],
  ['It was not easy, but it was Einstein who had the idea', 'Einstein', WHO],
  ['It is found in West Virginia', 'West Virginia', WHERE],
  ['It is Paris. It is not Lyon, as some believe.', 'Paris', CAPITAL],
  ['The capital of France is Paris, which lies on the Seine', 'Paris', CAPITAL],
  ['It is Paris on the Seine, which was not the capital under the oldest kings', 'Paris', CAPITAL],
  ['They landed on the moon on 20 July 1969 with Apollo 11', '20 July 1969', WHEN],
  ['They landed on the moon in 1969 with Apollo 11', '1969', WHEN],
  ['The colours are red, green and blue, as everyone has learned', 'red, green, blue', COLOURS],
]

/** Sentences, each with a short answer that it does not state, though it may name it. */
export const UNSTATED_ANSWERS: AnswerPair[] = [
  ['It is 41 km from here to there', '42 km', OPEN],
  ['It is certainly not 42', '42', OPEN],
  ['There are over 50 of them', '50', OPEN],
  ['The animal that is known to bark is (C)', 'B', CHOICE],
  ['The animal that is known to bark is not (B)', 'B', CHOICE],
  ['It is found in West Virginia', 'Virginia', OPEN],
  ['It is found in West Virginia', 'Virginia', WHERE],
  ['It is found in Virginia', 'West Virginia', WHERE],
  ['It is found in South Korea', 'North Korea', WHERE],
  ['It was not Einstein who had the idea', 'Einstein', OPEN],
  ['It was not Einstein who had the idea', 'Einstein', WHO],
  ['It wasn’t Albert Einstein who had it', 'Einstein', WHO],
  ['Einstein did not have the idea', 'Einstein', WHO],
  ['It was Bohr who had the idea', 'Einstein', OPEN],
  ['It was Bohr who had the idea', 'Einstein', WHO],
  ['It was Bohr, not Einstein, who had the idea', 'Einstein', WHO],
  ['It is Lyon. It is not Paris, as some believe.', 'Paris', CAPITAL],
  ['The capital of France is Lyon, which lies on the Rhone', 'Paris', CAPITAL],
  ['They landed on the moon on 21 July 1969 with Apollo 11', '20 July 1969', WHEN],
  ['They landed on the moon in 1970 with Apollo 11', '1969', WHEN],
]

/** Texts that say the same in other words. */
export const REWORDED_TEXTS: AnswerPair[] = [
  [
    'Sunlight is scattered by the air, and blue light is scattered the most',
    'The sunlight is scattered by air and blue light is scattered most',
    OPEN,
  ],
  [
    'The air scatters blue light more strongly than red light',
    'Blue light is scattered more strongly by the air than red light',
    'Which light is scattered more strongly?',
  ],
  [
    'The northern pier was washed away by the spring flood, as the ledger tells.',
    'The northern pier was washed away by the spring flood',
    'What was washed away?',
  ],
  ['About 13 percent of it is water', 'It is 13% water', 'What percentage of it is water?'],
  ['Samsung was sued by Apple in 2011', 'Apple sued Samsung in 2011', 'Who sued Samsung?'],
  [
    'The outer layer that holds no nerves is called the epidermis',
    'It is called the epidermis',
    'What is the outer layer of the skin called that holds no nerves?',
  ],
]

/** Answers that have much in common and of which words alone do not tell whether they are the same. */
export const UNDECIDED_ANSWERS: AnswerPair[] = [
  [
    'Because the northern pier was washed away by the spring flood, as the ledger tells.',
    'Because the northern pier was washed away by the spring flood',
    'Why was the bridge closed?',
  ],
  [
    'The air scatters blue light more strongly than red light',
    'Blue light is scattered more strongly by the air than red light',
    SKY,
  ],
  ['Not only Lorentz but also Einstein had the idea', 'Einstein', WHO],
  ['Apple sued Samsung', 'Samsung sued Apple', 'Who sued whom?'],
  ['The train runs from Rome to Paris', 'The train runs from Paris to Rome', 'Where does the train run?'],
  ['Elizabeth', 'Elizabeth II', WHO],
  ['Nur-Sultan', 'Astana (was Nur-Sultan)', 'What is the capital of Kazakhstan?'],
  ['8 apples', '8 pears', 'How many are there?'],
  ['8 apples', '8', 'How many are there?'],
  ['Yes, it barks at all strangers', 'Yes, it barks at some strangers', BARKS],
  ['Yes', 'Yes, but only if it is hungry', BARKS],
  ['Yes, if it is fed', 'Yes, if it is hungry', BARKS],
  ['Ja', 'Ja, aber nur selten', 'Bellt der Hund?'],
  ['It does bark a lot', 'It does bark at night', BARKS],
  ['def f(x):\n    return x', 'def f(x):\n  return x', 'Write a function.'],
  ['^\\d+$', '^[0-9]+$', 'Which pattern matches digits?'],
  ['E = mc^2', 'E = m c^2', OPEN],
  ['東京', 'Tokyo', 'What is the capital of Japan?'],
  ['Це безпечно для дітей', 'Це не безпечно для дітей', 'Чи це безпечно?'],
  ['Das Kind schläft in dem Garten an der Mauer', 'An der Mauer wächst es in dem Garten', 'Was sieht man?'],
  ['HTTP 2 multiplexes its streams', '2', 'What is the difference between HTTP 1 and HTTP 2?'],
]

/** Texts that say something else, most of them in nearly the same words. */
export const CONTRARY_TEXTS: AnswerPair[] = [
  [
    'Sunlight is scattered by the air, and blue light is scattered the most',
    'Sunlight is not scattered by the air, and blue light is scattered the most',
    OPEN,
  ],
  [
    'Sunlight is scattered by the air, and blue light is scattered the most',
    'The sea is mirrored in the clouds above the horizon',
    SKY,
  ],
  ['The water is known to boil at 100 °C', 'The water is known to boil at 90 °C', OPEN],
  ['The water boils at 100 °C', 'at 90 °C', 'At what temperature does water boil?'],
  ['It was founded in 1850 by Smith', 'It was founded in 1860 by Smith', 'When was the town founded?'],
  ['It was Niels Bohr who had the idea', 'It was Albert Einstein who had the idea', WHO],
  ['It was Einstein who had the idea', 'It was not Einstein who had the idea', WHO],
  ['It is known that the ring holds gold', 'It is known that the ring does not hold gold', OPEN],
  ['It grows with sugar in the soil', 'It grows without sugar in the soil', 'How does it grow?'],
  ['It was signed before the war began', 'It was signed after the war began', 'When was the treaty signed?'],
  ['The plant can survive in the shade', 'The plant cannot survive in the shade', OPEN],
  [
    'Members can leave the union after two years of notice',
    'Members cannot leave the union after two years of notice',
    'What may members do under the treaty?',
  ],
  ['It opens at 5 pm on Mondays', 'It opens at 5 am on Mondays', 'When does it open?'],
  ['Es ist für Kinder sicher', 'Es ist für Kinder nicht sicher', 'Ist es für Kinder sicher?'],
  ['C’est sans danger pour les enfants', 'Ce n’est pas sans danger pour les enfants', 'Que sait-on ?'],
  ['Es seguro para los niños', 'No es seguro para los niños', '¿Es seguro para los niños?'],
  ['É seguro para crianças', 'Não é seguro para crianças', 'É seguro para crianças?'],
  ['È sicuro per i bambini', 'Non è sicuro per i bambini', 'È sicuro per i bambini?'],
  ['Het is veilig voor kinderen', 'Het is niet veilig voor kinderen', 'Is het veilig voor kinderen?'],
  ['对儿童是安全的', '对儿童是不安全的', '对儿童安全吗？'],
  ['子供に安全です', '子供に安全ではありません', '子供に安全ですか？'],
  ['It is more than the moon weighs in all', 'It is less than the moon weighs in all', 'How heavy is it?'],
]
