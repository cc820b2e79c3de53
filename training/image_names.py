"""Plain names for what photos show: the image tags, and what questions ask after."""

_LISTED = """
man woman boy girl child baby crowd
dog puppy cat kitten horse cow sheep goat pig elephant giraffe zebra bear lion tiger monkey rabbit
deer bird duck goose seagull swan chicken eagle owl parrot penguin fish shark whale turtle frog
snake lizard insect butterfly bee spider
beach ocean sea lake river stream waterfall pond pool wave sand snow ice mountain hill cliff rock
forest tree bush grass field meadow desert garden flower leaf sky cloud sun sunset rain
street road highway path trail bridge tunnel sidewalk crosswalk intersection alley park playground
fence gate wall building house tower church castle skyscraper barn tent stadium station airport
market store restaurant office kitchen bathroom bedroom hallway stairs balcony porch roof
door window floor ceiling curtain blinds carpet mirror lamp chandelier fireplace
table desk chair bench stool couch sofa bed crib pillow blanket shelf bookshelf cabinet dresser
drawer closet counter sink toilet bathtub shower towel
television monitor computer laptop keyboard mouse phone camera clock radio speaker printer fan
refrigerator stove oven microwave toaster dishwasher
car truck bus van taxi train tram subway motorcycle scooter bicycle bike boat ship sailboat canoe
kayak airplane helicopter kite balloon tractor wagon carriage cart stroller wheelchair
ball football basketball baseball soccer tennis volleyball frisbee bat racket skateboard surfboard
snowboard skis sled skates golf hockey swing slide trampoline rope ladder
hat cap helmet glasses sunglasses shirt jacket coat sweater dress skirt jeans shorts suit tie
uniform costume scarf gloves shoes boots backpack purse bag suitcase umbrella watch necklace
swimsuit mask
pizza sandwich burger hotdog bread cake donut cookie pie fruit apple banana orange strawberry
lemon grape vegetable carrot broccoli tomato potato salad soup rice pasta meat egg cheese
icecream plate bowl cup mug glass bottle fork knife spoon pan pot kettle tray basket box candle
book newspaper paper pen sign poster picture painting map flag statue fountain graffiti
guitar piano drum violin microphone
toy doll teddy puppet balloon
tool hammer shovel bucket broom hose chain wheel engine machine pole hydrant bench mailbox
sculpture monument column arch dome clocktower lighthouse windmill bridge pier dock harbor
fire smoke light shadow reflection splash leash collar stick log branch nest cage
plant vase pottedplant cactus palm wheat corn hay
"""

NAMES = list(dict.fromkeys(_LISTED.split()))

SPOKEN = {"icecream": "ice cream", "pottedplant": "potted plant", "clocktower": "clock tower"}
SPOKEN |= {"teddy": "teddy bear"}
