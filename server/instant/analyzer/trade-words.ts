/** Real words of our customers' trades and countries that the linter's dictionary lacks, in the singular. */
const words = new Set(
  'acai aperol arancini bandana banh barista biophilic birria bokeh boulangerie bouldering bourguignon brioche bulgogi burek burrata calamansi cannabidiol cardamom ceviche charcuterie chimichurri chipotle chocolaterie chocolatier choux ciabatta coaxial compostable cornicing cortado couscous coworking crore crema cremant creperie crostini deadstock decluttering deionised deionized dhal doula ebike edamame empanada enchilada ergonomics escarpment falafel farro fermenter focaccia freediving freelancer fromagerie gastropub gelateria gelato geofencing gimbal glamping gluten gochujang gouache guacamole gyoza haircare hardneck harissa homewares horchata hydrotherapy infosec isopropanol kefir kimchi knitwear kombucha labneh lahmacun lakh lino linocut loungewear macrame macron meadery mezcal microgreen miso mocktail mortadella naan nanobrewery neurodivergent nori omnichannel orzo osteria overpaint overpainted pakora panettone panzanella parkade pappardelle patisserie permaculture perovskite pesto pho pierogi pilates pisco plyometrics polenta preloved prosciutto prosecco puttanesca quinoa ramen remortgage rewilding risotto roastery saponification scape scapes schnitzel scooterist seitan serum shakshuka shapewear shawarma shea shibari shiitake skyr slickrock sofrito softbox sourdough spanakopita speakeasy spelt staycation stoneware stracciatella sundae tagliatelle tahini tamale tapas taproom taqueria tatami teff telehealth tempeh teriyaki terrarium tikka tiramisu titration tonkotsu torta tostada trattoria turmeric tzatziki udon ukulele upcycle upcycled upcycler upcycling vegan verjus vermicelli vinoteca vinyasa wagyu watercolour webinar winemaking xanthan yakitori yuzu zaatar zabaglione'.split(
    ' ',
  ),
);

const singular = (word: string) => word.replace(/['’]s?$/u, '').replace(/ies$/u, 'y');

/** Whether a word, its plural or its possessive is one of them. */
export const isTradeWord = (word: string): boolean => {
  const plain = singular(word.toLowerCase());
  return words.has(plain) || words.has(plain.replace(/s$/u, ''));
};
